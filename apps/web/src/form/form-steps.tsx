import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import page from '../ui/page.module.css';
import type { FieldErrors } from './form-values.ts';
import type { AnyForm } from './use-form.ts';

type Steps = ReturnType<typeof useSteps>;

/** Step shown by a history entry, and by the entry before it. */
interface StepEntry {
  step: number;
  before: number;
}

/**
 * Returns the steps of a form, each given as the names of its fields. All fields stay mounted, so that typed values are preserved; the
 * fields of other steps are hidden. Each step is a history entry, so that the Back button of a phone leads to the previous step.
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
  // The server has no history: shows the first step until hydration.
  if (isHydrated && entry !== location.key) {
    setEntry(location.key);
    if (stepOfEntry !== shown) {
      setShown(Math.min(stepOfEntry, last));
      setMoves(moves + 1);
    }
  }
  const show = (step: number) => {
    setShown(step);
    // Every navigation of this product passes an object or nothing as the state.
    const state = { ...(location.state as object | null), step, before: shown } satisfies StepEntry;
    void navigate({ search: location.search }, { state, preventScrollReset: true });
  };
  return {
    shown,
    count: fieldsOfSteps.length,
    isFirst: shown === 0,
    isLast: shown === last,
    fields: fieldsOfSteps[shown] ?? [],
    /** Number of moves between steps. The progress text takes the focus after each. */
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
    /** Shows the first step with an error, unless the current one has one. */
    showWrong: (errors: FieldErrors) => {
      const isWrong = (step: number) => fieldsOfSteps[step]?.some((name) => Object.hasOwn(errors, name));
      const wrong = fieldsOfSteps.findIndex((_, step) => isWrong(step));
      if (wrong !== -1 && !isWrong(shown)) show(wrong);
    },
  };
}

function entryOf({ state }: Location): StepEntry {
  // Entries of other screens have other fields.
  const { step = 0, before = -1 } = (state ?? {}) as Partial<StepEntry>;
  return { step, before };
}

/** Returns the form with a submit handler that validates the current step and shows the next one; on the last step it submits. */
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

/** Shows the current step and the number of steps. Takes the focus when the user moves between steps. */
export function StepProgress({ steps: { shown, count, moves } }: { steps: Steps }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (moves > 0) element.current?.focus();
  }, [moves]);
  const text = t('form.step', { step: formats.number(shown + 1), steps: formats.number(count) });
  return (
    <div className={page.tight}>
      <p className={page.soft} ref={element} tabIndex={-1}>
        {text}
      </p>
      <progress aria-label={text} max={count} value={shown + 1} />
    </div>
  );
}

interface FormStepProps {
  steps: Steps;
  /** Index of the step, from 0. */
  at: number;
  children: ReactNode;
}

/** Fields of one step, hidden while another is shown. */
export function FormStep({ steps, at, children }: FormStepProps) {
  return (
    <div hidden={at !== steps.shown}>
      <div className={page.stack}>{children}</div>
    </div>
  );
}
