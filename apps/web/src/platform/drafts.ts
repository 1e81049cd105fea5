import { tabStorage } from './device-storage.ts';
import { currentSession, type StoredSession } from './session.ts';

const PREFIX = 'draft-of-';

type Fields = Readonly<Record<string, unknown>>;

/** Key of a form's draft in this tab's storage. */
export interface DraftName<Values extends Fields> {
  form: string;
  /** Fields that are never stored: passwords, and values that the page's address decides. */
  without?: readonly (keyof Values)[];
}

interface StoredDraft {
  values: Fields;
  /** Idempotency key with which these values were sent, until the server has accepted or refused them. */
  key?: string;
}

/**
 * Stores a form's values in this tab until they are sent or the user signs out. Only that user sees them again. A key belongs to exactly
 * these values: storing changed ones without a key drops it.
 */
export function storeDraft<Values extends Fields>(
  draft: DraftName<Values>,
  values: Values,
  key?: string,
): void {
  const fields = Object.entries(values).filter(([field]) => !draft.without?.includes(field));
  const stored: StoredDraft = { values: Object.fromEntries(fields), ...(key === undefined ? {} : { key }) };
  tabStorage.set(nameOf(draft), JSON.stringify(stored));
}

/** Returns the stored fields that the form still has, with values of the same type. */
export function readDraft<Values extends Fields>(draft: DraftName<Values>, initial: Values): Partial<Values> {
  const { values } = stored(draft);
  const fitting = Object.entries(initial).filter(
    ([field, value]) => typeof values[field] === typeof value && !draft.without?.includes(field),
  );
  // Names and types are those of the initial values.
  return Object.fromEntries(fitting.map(([field]) => [field, values[field]])) as Partial<Values>;
}

/** Returns the key with which the stored values were sent. `undefined` if they were not sent. */
export function keyInDraft(draft: { form: string }): string | undefined {
  return stored(draft).key;
}

/** Drops the key after the server has refused the values: the next attempt is another call. */
export function forgetKeyInDraft(draft: { form: string }): void {
  const { values, key } = stored(draft);
  if (key !== undefined) storeDraft(draft, values);
}

export function forgetDraft(draft: { form: string }): void {
  tabStorage.remove(nameOf(draft));
}

export function forgetDrafts(): void {
  for (const name of tabStorage.names()) if (name.startsWith(PREFIX)) tabStorage.remove(name);
}

/** Deletes drafts of accounts other than the signed-in one: their session may have ended while this tab showed another site. */
export function forgetDraftsOfOthers(): void {
  const kept = [writerOf(currentSession()), writerOf(null)];
  for (const name of tabStorage.names())
    if (name.startsWith(PREFIX) && !kept.some((writer) => name.startsWith(writer))) tabStorage.remove(name);
}

function stored(draft: { form: string }): StoredDraft {
  try {
    // Written by `storeDraft`.
    return { values: {}, ...(JSON.parse(tabStorage.get(nameOf(draft)) ?? '{}') as Partial<StoredDraft>) };
  } catch {
    return { values: {} };
  }
}

function nameOf({ form }: { form: string }): string {
  return `${writerOf(currentSession())}${form}`;
}

/** Returns the prefix of the drafts of an account, or of a visitor. */
function writerOf(session: StoredSession | null): string {
  return `${PREFIX}${session?.user._id ?? 'visitor'}-`;
}
