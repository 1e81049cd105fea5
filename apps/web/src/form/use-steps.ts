import { type FormEvent, useState } from 'react';
import type { FieldErrors } from './form-values.ts';
import type { AnyForm } from './use-form.ts';

export type Steps = ReturnType<typeof useSteps>;

/**
 * The steps of a form, each given as the names of the fields it shows. All fields stay in the page, so that what was
 * typed is kept; those of other steps are hidden.
 */
export function useSteps(fieldsOfSteps: readonly (readonly string[])[]) {
  const [shown, setShown] = useState(0);
  const [moves, setMoves] = useState(0);
  const last = fieldsOfSteps.length - 1;
  const moveTo = (step: number) => {
    setShown(Math.min(Math.max(step, 0), last));
    setMoves(moves + 1);
  };
  return {
    shown,
    count: fieldsOfSteps.length,
    isFirst: shown === 0,
    isLast: shown === last,
    fields: fieldsOfSteps[shown] ?? [],
    /** How often the user went on or back: what says where they are takes the focus each time. */
    moves,
    goOn: () => moveTo(shown + 1),
    goBack: () => moveTo(shown - 1),
    /** Shows the first step that has a wrong field, unless the one shown has one. */
    showWrong: (errors: FieldErrors) => {
      const isWrong = (step: number) => fieldsOfSteps[step]?.some((name) => Object.hasOwn(errors, name));
      const wrong = fieldsOfSteps.findIndex((_, step) => isWrong(step));
      if (wrong !== -1 && !isWrong(shown)) setShown(wrong);
    },
  };
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
