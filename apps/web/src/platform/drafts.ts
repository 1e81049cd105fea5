import { tabStorage } from './device-storage.ts';
import { currentSession, type StoredSession } from './session/session.ts';

const PREFIX = 'draft-of-';

type Fields = Readonly<Record<string, unknown>>;

/** Key of a form's draft in this tab's storage. */
export interface DraftName<Values extends Fields> {
  readonly form: string;
  /** Fields that are never stored: passwords, and values that the page's address decides. */
  readonly without?: readonly (keyof Values)[];
}

/** Returns the draft name of an alert to a teacher. */
export function alertDraft(recipientId: string) {
  return { form: `alert-${recipientId}`, without: ['sendForReview'] } as const;
}

/** Returns the draft name of a message to the members of an agreement. */
export function roomDraft(agreementId: string) {
  return { form: `room-${agreementId}`, without: ['sendForReview'] } as const;
}

/** Stores a form's values in this tab until they are sent or the user signs out. Only that user sees them again. */
export function storeDraft<Values extends Fields>(draft: DraftName<Values>, values: Values): void {
  const stored = Object.entries(values).filter(([field]) => !draft.without?.includes(field));
  tabStorage.set(keyOf(draft), JSON.stringify(Object.fromEntries(stored)));
}

/** Returns the stored fields that the form still has, with values of the same type. */
export function readDraft<Values extends Fields>(draft: DraftName<Values>, initial: Values): Partial<Values> {
  try {
    // Written by `storeDraft`, perhaps by an older build: each value is checked below.
    const stored = JSON.parse(tabStorage.get(keyOf(draft)) ?? '{}') as Record<string, unknown>;
    const fitting = Object.entries(initial).filter(
      ([field, value]) => typeof stored[field] === typeof value && !draft.without?.includes(field),
    );
    // Names and types are those of the initial values.
    return Object.fromEntries(fitting.map(([field]) => [field, stored[field]])) as Partial<Values>;
  } catch {
    return {};
  }
}

export function forgetDraft(draft: { readonly form: string }): void {
  tabStorage.remove(keyOf(draft));
}

/** Deletes the drafts of all forms. */
export function forgetDrafts(): void {
  for (const name of tabStorage.names()) if (name.startsWith(PREFIX)) tabStorage.remove(name);
}

/** Deletes drafts of accounts other than the signed-in one: their session may have ended while this tab showed another site. */
export function forgetDraftsOfOthers(): void {
  const kept = [writerOf(currentSession()), writerOf(null)];
  for (const name of tabStorage.names())
    if (name.startsWith(PREFIX) && !kept.some((writer) => name.startsWith(writer))) tabStorage.remove(name);
}

function keyOf({ form }: { readonly form: string }): string {
  return `${writerOf(currentSession())}${form}`;
}

/** Returns the prefix of the drafts of an account, or of a visitor. */
function writerOf(session: StoredSession | null): string {
  return `${PREFIX}${session?.user._id ?? 'visitor'}-`;
}
