import { type FormEvent, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import type { FieldErrors } from './form-values.ts';
import type { AnyForm } from './use-form.ts';

export type Steps = ReturnType<typeof useSteps>;

/** Which step an entry of the history shows, and which the entry before it. */
interface StepEntry {
  readonly step: number;
  readonly before: number;
}

/**
 * The steps of a form, each given as the names of the fields it shows. All fields stay in the page, so that what was
 * typed is kept; those of other steps are hidden. Each step is an entry of the history, so that the Back key of a phone leads to the
 * step before.
 */
export function useSteps(fieldsOfSteps: readonly (readonly string[])[]) {
  const navigate = useNavigate();
  const location = useLocation();
  const isHydrated = useIsHydrated();
  const [shown, setShown] = useState(0);
  const [moves, setMoves] = useState(0);
  const [entry, setEntry] = useState<string>();
  const last = fieldsOfSteps.length - 1;
  const { step: stepOfEntry, before } = entryOf(location);
  // The server knows of no history: until the page is hydrated the first step is shown.
  if (isHydrated && entry !== location.key) {
    setEntry(location.key);
    if (stepOfEntry !== shown) {
      setShown(Math.min(stepOfEntry, last));
      setMoves(moves + 1);
    }
  }
  const show = (step: number) => {
    setShown(step);
    const state = { ...(location.state as object | null), step, before: shown } satisfies StepEntry;
    void navigate({ search: location.search }, { state, preventScrollReset: true });
  };
  return {
    shown,
    count: fieldsOfSteps.length,
    isFirst: shown === 0,
    isLast: shown === last,
    fields: fieldsOfSteps[shown] ?? [],
    /** How often the user went on or back: what says where they are takes the focus each time. */
    moves,
    goOn: () => {
      setMoves(moves + 1);
      show(Math.min(shown + 1, last));
    },
    goBack: () => {
      setMoves(moves + 1);
      if (before === shown - 1) void navigate(-1);
      else show(Math.max(shown - 1, 0));
    },
    /** Shows the first step that has a wrong field, unless the one shown has one. */
    showWrong: (errors: FieldErrors) => {
      const isWrong = (step: number) => fieldsOfSteps[step]?.some((name) => Object.hasOwn(errors, name));
      const wrong = fieldsOfSteps.findIndex((_, step) => isWrong(step));
      if (wrong !== -1 && !isWrong(shown)) show(wrong);
    },
  };
}

function entryOf({ state }: Location): StepEntry {
  const { step = 0, before = -1 } = (state ?? {}) as Partial<StepEntry>;
  return { step, before };
}

/** The form as its steps send it: before the last one, what sends it checks the step's own fields and shows the next. */
export function sentByStep<Form extends AnyForm & { verify(names: readonly string[]): Promise<boolean> }>(
  form: Form,
  steps: Steps,
): Form {
  if (steps.isLast) return form;
  return {
    ...form,
    submit: async (event?: FormEvent) => {
      event?.preventDefault();
      if (await form.verify(steps.fields)) steps.goOn();
    },
  };
}
