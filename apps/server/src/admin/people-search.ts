import { comparisonKey } from '@mutual-transfer/domain/language/text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What is looked for, as it is compared; empty where nothing is. */
export function searchedWords(search: string | undefined): string {
  return comparisonKey(search ?? '').trim();
}

/** That a person's name, email, phone or school holds the words: said as the index `users_search` has it. */
export function isSearched(words: string): RawBuilder<SqlBool> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(lower(users.name) like ${pattern} or users.email like ${pattern}
    or users.phone like ${pattern} or lower(users.school_name) like ${pattern})`;
}
