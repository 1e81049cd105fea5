import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Kept, type RetentionKind, retention } from '@mutual-transfer/domain/retention';
import { expect, it } from 'vitest';
import { texts } from '../apps/web/src/platform/i18n/texts/en-operator.ts';
import { documentedTables } from './server-source.ts';

const operations = join(resolve(import.meta.dirname, '..'), 'docs/operations.md');
const kinds = Object.entries<Kept>(retention);

it('every table has a period', () => {
  const named = kinds.flatMap(([, { tables, columns }]) => (columns === undefined ? tables : []));
  // test/table-owners.test.ts compares docs/tables.md with the schema.
  expect([...new Set(named)].toSorted()).toEqual([...documentedTables().keys()].toSorted());
});

it('docs/operations.md shows the retention table', () => {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const periodOf = ({ period }: Kept) =>
    typeof period === 'string'
      ? texts.retention[period]
      : Object.entries<number>(period)
          .map(([unit, number]) => `${number} ${number === 1 ? unit.slice(0, -1) : unit}`)
          .join();
  const rows = kinds.map(([kind, kept]) => {
    const { what, why } = texts.retention.kinds[kind as RetentionKind];
    const where = kept.columns === undefined ? '' : `, columns ${code(kept.columns)}`;
    return `| ${what} | ${code(kept.tables)}${where} | ${periodOf(kept)} | ${why} |`;
  });
  const [, shown = ''] =
    /<!-- the retention table -->\n([\s\S]*?)\n<!-- end -->/.exec(readFileSync(operations, 'utf8')) ?? [];
  expect(shown).toBe(['| rows | tables | kept | why |', '|---|---|---|---|', ...rows].join('\n'));
});
