import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newerThanOldest } from './newer-than-oldest.ts';

const client = resolve(import.meta.dirname, '../apps/web/build/client');
const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
const read = (ending: string) =>
  files
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(join(client, file), 'utf8') }));

/** Names that older objects have, too. The journey `old-browser.spec.ts` removes these functions as well. */
const ALSO_OLD =
  'any bytes difference drop escape every filter find flatMap forEach from intersection isError Iterator json map navigation parse reduce resize size some take toArray transfer try union with';
/** Names that a library uses only where they exist: zod, React and React Router. */
const ASKED_FOR = 'canParse startViewTransition ViewTransition';
const notRead = new Set(`${ALSO_OLD} ${ASKED_FOR}`.split(' '));

describe('the built pages', () => {
  const scripts = read('.js');

  it.each(newerThanOldest.filter((path) => !notRead.has(path.split('.').at(-1) ?? '')))(
    'do not use %s',
    (path) => {
      const name = path.split('.').at(-1) ?? '';
      const use = new RegExp(`\\b${path.includes('.') ? '\\.' : ''}${name}\\b`);
      expect(scripts.filter(({ text }) => use.test(text)).map(({ file }) => file)).toEqual([]);
    },
  );

  it('have style sheets that the oldest browsers read', () => {
    const styles = read('.css').map(({ text }) => text.replaceAll(/@supports [^{]*\{/g, ''));
    expect(styles.length).toBeGreaterThan(0);
    for (const style of styles)
      expect(style).not.toMatch(/light-dark\(|&|@starting-style|@scope|subgrid|anchor\(/);
  });
});
