import { phoneSchema } from '@mutual-transfer/domain/accounts/credentials';
import { withAbbreviationSigns } from '@mutual-transfer/domain/language/comparison';
import { comparisonKey } from '@mutual-transfer/domain/language/text';
import { employeeKey, typedEmail } from '@mutual-transfer/domain/language/typed-values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns the normalised search text; empty for no search. */
export function searchedWords(search: string | undefined): string {
  const words = comparisonKey(search ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.includes('@') ? typedEmail(words) : words;
}

/**
 * Returns the SQL condition on `users` that a person has the phone number or employee id, or that their name, email, phone or school contains
 * the words. The index `users_search` finds them by their letters, which are the same for some different words of Devanagari, so the columns
 * themselves are compared too.
 */
export function hasWords(words: string): RawBuilder<SqlBool> {
  const phone = phoneSchema.safeParse(words);
  if (phone.success) return sql<SqlBool>`users.phone = ${phone.data}`;
  // Any sign may abbreviate a word: `उ०म०वि०`, `उ.म.वि.` and `उ॰म॰वि॰`.
  const pattern = `%${withAbbreviationSigns(words.replace(/[\\%_]/g, '\\$&')).replaceAll(/\u0970|(?<=\p{Script=Devanagari})\./gu, '_')}%`;
  const contains = (column: string) => sql`lower(${sql.ref(`users.${column}`)}) like ${pattern}`;
  const columns = ['name', 'email', 'phone', 'school_name'].map(contains);
  const found = sql<SqlBool>`(users.search_letters like search_letters(${pattern}) and (${sql.join(columns, sql` or `)}))`;
  if (!/\d/.test(words)) return found;
  return sql<SqlBool>`(${found} or upper(replace(users.teacher_id, ' ', '')) = ${employeeKey(words)})`;
}

/**
 * Returns the condition on `users` that a person meets a condition by which an index finds them. It is a query of its own: in the order of a
 * list PostgreSQL would read all accounts instead. Only for a condition that stands alone: beside `or` each row is compared with all ids.
 */
export function isFoundBy(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`users.id = any(array(select id from users where ${condition}))`;
}

/** Returns the condition on `users` of a search by words. */
export function isSearched(words: string): RawBuilder<SqlBool> {
  return isFoundBy(hasWords(words));
}
