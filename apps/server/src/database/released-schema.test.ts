import type pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate, migrateTo } from './migrate.ts';
import { connect, type OpenDatabase, onSocket } from './open-database.ts';

/**
 * Last migration of the released version, whose processes still run while the next version migrates. Set it to the newest migration with
 * each release (`docs/operations.md`, Upgrade).
 */
const RELEASED = '0050-contact-standing';

/** Constraints that a later migration replaced by a wider one, with the reason why the released version still satisfies it. */
const widened: Readonly<Record<string, string>> = {
  'agreement_steps.agreement_steps_kind_check': 'more kinds of steps',
  'agreement_steps.agreement_steps_once': 'one more kind of step, which the released version does not write',
  'rounds.rounds_one_running':
    'only rounds without a number, which are those that the released version starts',
  'rounds.rounds_one_of_timetable': 'only rounds with a number, which the released version does not set',
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Constraint {
  readonly name: string;
  readonly definition: string;
  readonly columns: readonly string[];
}

/** Parts of a schema that the statements of a running version depend on, by name. */
interface Schema {
  readonly columns: ReadonlyMap<string, Column>;
  readonly constraints: ReadonlyMap<string, Constraint>;
  readonly functions: ReadonlySet<string>;
}

const columnQuery = `
  select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
    attnotnull as "isRequired", atthasdef or attidentity <> '' as "hasDefault"
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
    and relname not like 'kysely%'`;

/** Constraints and unique indexes, because each of them can refuse rows. */
const constraintQuery = `
  select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(pg_constraint.oid) as definition,
    array(select conrelid::regclass || '.' || attname from pg_attribute
      where attrelid = conrelid and attnum = any(conkey)) as columns
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select indrelid::regclass || '.' || indexrelid::regclass, pg_get_indexdef(indexrelid),
    array(select indrelid::regclass || '.' || attname from pg_attribute
      where attrelid = indrelid and attnum = any(indkey::smallint[]))
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace and indisunique`;

const functionQuery = `
  select proname || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')' as name from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;

let before: Schema;
let after: Schema;

beforeAll(async () => {
  const cluster = connect(onSocket(inject('postgres'), 'postgres'));
  const name = `released_${process.pid}`;
  await cluster.pool.query(`create database ${name}`);
  const database: OpenDatabase = connect(onSocket(inject('postgres'), name));
  try {
    await migrateTo(database, RELEASED);
    before = await readSchema(database.pool);
    await migrate(database);
    after = await readSchema(database.pool);
  } finally {
    await database.close();
    await cluster.pool.query(`drop database ${name} with (force)`);
    await cluster.close();
  }
}, 60_000);

async function readSchema(pool: pg.Pool): Promise<Schema> {
  const columns = await pool.query<Column>(columnQuery);
  const constraints = await pool.query<Constraint>(constraintQuery);
  const functions = await pool.query<{ name: string }>(functionQuery);
  return {
    columns: new Map(columns.rows.map((row) => [row.name, row])),
    constraints: new Map(constraints.rows.map((row) => [row.name, row])),
    functions: new Set(functions.rows.map(({ name }) => name)),
  };
}

const tableOf = (name: string) => name.split('.')[0] ?? '';
const tablesBefore = () => new Set([...before.columns.keys()].map(tableOf));
/** Returns the columns that were added to tables of the released version. */
const addedColumns = () =>
  [...after.columns.values()].filter(
    ({ name }) => tablesBefore().has(tableOf(name)) && !before.columns.has(name),
  );

describe('migrations since the last release', () => {
  it('drop, rename or retype no column that the released version names', () => {
    const changed = [...before.columns.values()].filter(
      ({ name, type }) => after.columns.get(name)?.type !== type,
    );
    expect(changed).toEqual([]);
    expect(before.columns.size).toBeGreaterThan(200);
  });

  it('let the released version insert without the new columns, and null where it may', () => {
    const required = addedColumns().filter(({ isRequired, hasDefault }) => isRequired && !hasDefault);
    const tightened = [...before.columns.values()].filter(({ name, isRequired, hasDefault }) => {
      const now = after.columns.get(name);
      return (now?.isRequired && !isRequired) || (hasDefault && !now?.hasDefault);
    });
    expect([required, tightened]).toEqual([[], []]);
  });

  it('add no constraint to columns of the released version, and replace none by a narrower one', () => {
    const isNew = new Set(addedColumns().map(({ name }) => name));
    const changed = [...after.constraints.values()].filter(
      ({ name, definition, columns }) =>
        tablesBefore().has(tableOf(name)) &&
        before.constraints.get(name)?.definition !== definition &&
        !(name in widened) &&
        !columns.some((column) => isNew.has(column)),
    );
    expect(changed).toEqual([]);
    expect(Object.keys(widened).filter((name) => !after.constraints.has(name))).toEqual([]);
  });

  it('keep each function that the released version calls, with its arguments', () => {
    expect([...before.functions].filter((name) => !after.functions.has(name))).toEqual([]);
    expect([...before.functions].join()).toContain('open_contacts(');
  });
});
