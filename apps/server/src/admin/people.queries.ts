import type { PeopleList } from '@mutual-transfer/domain/administration';
import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import { phone } from '@mutual-transfer/domain/credentials';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { presentAccount } from '../privacy/present.ts';
import { isSearched, searchedWords } from './people-search.ts';

interface PeopleSearch {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
}

/** Teachers, newest first; searched by name, email, phone or school. */
export function findTeachers(db: Kysely<Database>, query: PeopleSearch): Promise<PeopleList> {
  return findPeople(db, query, sql<SqlBool>`role = 'teacher'`, sql`id desc`);
}

/** Teachers who have paid, the latest first. */
export function findPaidTeachers(db: Kysely<Database>, query: PeopleSearch): Promise<PeopleList> {
  return findPeople(db, query, sql<SqlBool>`paid_at is not null`, sql`paid_at desc, id desc`);
}

async function findPeople(
  db: Kysely<Database>,
  { page, limit, search }: PeopleSearch,
  scope: Expression<SqlBool>,
  order: Expression<unknown>,
): Promise<PeopleList> {
  const condition = sql<SqlBool>`${scope} and ${matches(search)}`;
  const found = db.selectFrom('users').selectAll().where(condition);
  const rows = await found
    .orderBy(sql`${order}`)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const counted = db
    .selectFrom('users')
    .select(sql`1`.as('one'))
    .where(condition)
    .limit(LIST_WINDOW + 1);
  const { rows: counts } = await sql<{ count: string }>`select count(*) from (${counted}) as counted`.execute(
    db,
  );
  const count = Number(counts[0]?.count ?? 0);
  const total = Math.min(count, LIST_WINDOW);
  return {
    users: rows.map(presentAccount),
    pagination: { page, limit, total, pages: Math.ceil(total / limit), totalIsExact: count <= LIST_WINDOW },
  };
}

function matches(search: string | undefined): Expression<SqlBool> {
  const words = searchedWords(search);
  if (words === '') return sql<SqlBool>`true`;
  const number = phone.safeParse(words);
  return number.success ? sql<SqlBool>`phone = ${number.data}` : isSearched(words);
}
