import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import type { Steps } from './use-steps.ts';

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
  readonly steps: Steps;
  /** Index of the step, from 0. */
  readonly at: number;
  readonly children: ReactNode;
}

/** Fields of one step, hidden while another is shown. */
export function FormStep({ steps, at, children }: FormStepProps) {
  return (
    <div hidden={at !== steps.shown}>
      <div className={page.stack}>{children}</div>
    </div>
  );
}
