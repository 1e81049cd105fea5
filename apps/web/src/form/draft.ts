import { currentSession } from '../platform/session/session.ts';
import type { FormValues } from './form-values.ts';

const PREFIX = 'draft-of-';

/** Where a form's draft is kept, in this tab. */
export interface DraftName<Values extends FormValues> {
  readonly form: string;
  /** What never lies about in a browser, as passwords, or what the address of the page decides. */
  readonly without?: readonly (keyof Values)[];
}

/** The draft of an alert to a teacher. */
export function alertDraft(recipientId: string) {
  return { form: `alert-${recipientId}`, without: ['sendForReview'] } as const;
}

/** Keeps what a person types in a form until it is sent or they sign out; only they are shown it. */
export function keepDraft<Values extends FormValues>(draft: DraftName<Values>, values: Values): void {
  const kept = Object.entries(values).filter(([field]) => !draft.without?.includes(field));
  sessionStorage.setItem(keyOf(draft), JSON.stringify(Object.fromEntries(kept)));
}

/** The fields of a kept draft that the form still has, with values of the same kind. */
export function readDraft<Values extends FormValues>(
  draft: DraftName<Values>,
  initial: Values,
): Partial<Values> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '{}') as Record<string, unknown>;
    const fitting = Object.entries(initial).filter(
      ([field, value]) => typeof kept[field] === typeof value && !draft.without?.includes(field),
    );
    return Object.fromEntries(fitting.map(([field]) => [field, kept[field]])) as Partial<Values>;
  } catch {
    return {};
  }
}

export function forgetDraft(draft: { readonly form: string }): void {
  sessionStorage.removeItem(keyOf(draft));
}

/** Forgets what was typed and not sent, in every form. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}

function keyOf({ form }: { readonly form: string }): string {
  return `${PREFIX}${currentSession()?.user._id ?? 'visitor'}-${form}`;
}
