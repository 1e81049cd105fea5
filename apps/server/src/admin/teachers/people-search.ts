import { comparisonKey } from '@mutual-transfer/domain/language/text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns the normalised search text; empty for no search. */
export function searchedWords(search: string | undefined): string {
  return comparisonKey(search ?? '').trim();
}

/**
 * Returns the SQL condition that a person's name, email, phone or school contains the words. The index `users_search` finds them by
 * `search_letters`, which is the same for some different words of Devanagari, so the columns themselves are compared too.
 */
export function isSearched(words: string): RawBuilder<SqlBool> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const contains = (column: string) => {
    const text = sql.ref(`users.${column}`);
    return sql`(search_letters(${text}) like search_letters(${pattern}) and lower(${text}) like ${pattern})`;
  };
  return sql<SqlBool>`(${sql.join(['name', 'email', 'phone', 'school_name'].map(contains), sql` or `)})`;
}
