import { comparisonKey } from '@mutual-transfer/domain/language/text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns the normalised search text; empty for no search. */
export function searchedWords(search: string | undefined): string {
  return comparisonKey(search ?? '').trim();
}

/** Returns the SQL condition that a person's name, email, phone or school contains the words, in the form of the index `users_search`. */
export function isSearched(words: string): RawBuilder<SqlBool> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(lower(users.name) like ${pattern} or users.email like ${pattern}
    or users.phone like ${pattern} or lower(users.school_name) like ${pattern})`;
}
