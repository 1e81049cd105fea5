import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const projectFolder = resolve(import.meta.dirname, '..');
const catalogues = ['apps/web/src/platform/i18n/texts', 'packages/domain/src/language/packs'];

it('texts of screens and messages name who acts', () => {
  const found = catalogues.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .filter((path) =>
        /\b(no|some|any|every)body\b|\bwhoever\b/i.test(
          readFileSync(join(projectFolder, folder, path), 'utf8'),
        ),
      ),
  );
  expect(found).toEqual([]);
});
