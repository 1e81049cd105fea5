import { useMemo } from 'react';
import { currentSession } from '../session/session.ts';

interface Draft<Values> {
  /** What was typed before a reload or a lost connection, over the empty form. */
  readonly initial: Values;
  readonly keep: (values: Values) => void;
  readonly forget: () => void;
}

const PREFIX = 'draft-of-';

/** Keeps what somebody types in a form in this tab until it is sent or they leave; nobody else is shown it. */
export function useDraft<Values extends object>(form: string, empty: Values): Draft<Values> {
  const name = `${PREFIX}${currentSession()?.user._id}-${form}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is filled once, when it appears.
  const initial = useMemo(() => ({ ...empty, ...readDraft(name, empty) }), [name]);
  return {
    initial,
    keep: (values) => sessionStorage.setItem(name, JSON.stringify(values)),
    forget: () => sessionStorage.removeItem(name),
  };
}

/** The fields of a kept draft that the form still has, with values of the same kind. */
export function readDraft<Values extends object>(name: string, empty: Values): Partial<Values> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? '{}') as Record<string, unknown>;
    const fitting = Object.entries(empty).filter(([field, value]) => typeof kept[field] === typeof value);
    return Object.fromEntries(fitting.map(([field]) => [field, kept[field]])) as Partial<Values>;
  } catch {
    return {};
  }
}

/** Forgets what was typed and not sent, by whomever. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
