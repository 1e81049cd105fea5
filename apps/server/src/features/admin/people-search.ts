import { comparisonKey } from '@mutual-transfer/domain/text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What is looked for, as a pattern of `like`; undefined where nothing is. */
export function patternOf(search: string | undefined): string | undefined {
  const words = comparisonKey(search ?? '').trim();
  return words === '' ? undefined : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}

/** That a person's name, email, phone or school holds the pattern: said as the index `users_search` has it. */
export function isSearched(pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(lower(users.name) like ${pattern} or users.email like ${pattern}
    or users.phone like ${pattern} or lower(users.school_name) like ${pattern})`;
}
