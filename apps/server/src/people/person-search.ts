import { comparisonKey } from '@mutual-transfer/domain/language/text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns the normalised search text; empty for no search. */
export function searchedWords(search: string | undefined): string {
  return comparisonKey(search ?? '').trim();
}

/**
 * Returns the SQL condition that a person's name, email, phone or school contains the words. The index `users_search` finds them by their
 * letters, which are the same for some different words of Devanagari, so the columns themselves are compared too.
 */
export function isSearched(words: string): RawBuilder<SqlBool> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const letters = sql`person_search_letters(users.name, users.email, users.phone, users.school_name)`;
  const contains = (column: string) => sql`lower(${sql.ref(`users.${column}`)}) like ${pattern}`;
  const columns = ['name', 'email', 'phone', 'school_name'].map(contains);
  return sql<SqlBool>`(${letters} like search_letters(${pattern}) and (${sql.join(columns, sql` or `)}))`;
}
