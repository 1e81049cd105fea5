import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { lazy, Suspense, useState } from 'react';
import { useErrorText } from '../../platform/api/error-text.ts';
import { loadTexts, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import chip from '../../ui/chip.module.css';
import page from '../../ui/page.module.css';
import { Failure } from '../../ui/states/failure.tsx';
import { type Step, stepsOf } from './status-steps.ts';
import { useRequestChanges } from './use-request-changes.ts';

// The dialogs import texts, lists of places and matches, which few users need.
const AgreedDialog = lazy(async () => {
  await loadTexts(['member']);
  return import('./agreed-dialog.tsx');
});
const MoveDialog = lazy(async () => {
  await loadTexts(['member']);
  return import('./move-dialog.tsx');
});

interface RequestStepsProps {
  readonly request: TransferRequest;
  /** Returns a button's text with the name of its request. */
  readonly named: (text: string) => string;
  readonly onNotice: (text: string) => void;
}

/** Buttons that change the status of a request. Irreversible steps need a confirmation. */
export function RequestSteps({ request, named, onNotice }: RequestStepsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const errorText = useErrorText();
  const [asked, setAsked] = useState<Step>();
  const { stepping, taken } = useRequestChanges(request, {
    onDeleted: () => {},
    onStep: ({ status, expiresAt }, { kind }) => {
      setAsked(undefined);
      onNotice(
        kind === 'renewal'
          ? t('dashboard.renewed', { date: formats.date(expiresAt) })
          : t('dashboard.stepDone', { status: t(`status.${status}`) }),
      );
    },
  });
  const steps = stepsOf(request);
  if (steps.length === 0) return null;
  const failure = stepping.error !== null ? errorText(stepping.error, t('dashboard.stepFailed')) : undefined;
  const take = (step: Step) => {
    if (isAskedFirst(step)) setAsked(step);
    else stepping.run(step);
  };
  return (
    <div className={page.tight}>
      <p className={page.soft}>{t('dashboard.steps')}</p>
      <div aria-busy={stepping.isBusy} className={page.chips}>
        {steps.map((step) => (
          <button
            aria-label={named(t(step.text))}
            className={chip.chip}
            key={step.text}
            onClick={() => take(step)}
            type="button"
          >
            {t(step.text)}
          </button>
        ))}
      </div>
      {failure !== undefined && asked === undefined && <Failure text={failure} />}
      {asked && isMove(asked) && (
        <Suspense>
          <MoveDialog
            onClose={() => setAsked(undefined)}
            onMoved={(moved) => taken(moved, asked)}
            request={request}
          />
        </Suspense>
      )}
      {asked && !isMove(asked) && (
        <Suspense>
          <AgreedDialog
            failure={failure}
            isBusy={stepping.isBusy}
            onClose={() => setAsked(undefined)}
            onConfirm={() => stepping.run(asked)}
            request={request}
          />
        </Suspense>
      )}
    </div>
  );
}

function isMove(step: Step): boolean {
  return step.kind === 'status' && step.status === 'completed';
}

/**
 * Returns `true` for steps that need a confirmation: a finished request cannot be reopened, and an agreed one is hidden from other
 * teachers.
 */
function isAskedFirst(step: Step): boolean {
  return isMove(step) || (step.kind === 'status' && step.status === 'pending');
}
