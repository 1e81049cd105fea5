import type { RequestStatus, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type ComponentProps, Suspense, useState } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { loadTexts, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import page from '../../ui/page.module.css';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { type Step, stepsOf } from './status-steps.ts';
import { useEnding } from './use-ending.ts';
import { useRequestSteps } from './use-request-steps.ts';

// The dialogs import texts, lists of places and matches, which few users need.
const AgreedDialog = lazyPart(async () => {
  await loadTexts(['member']);
  return import('./agreed-dialog.tsx');
});
const MoveDialog = lazyPart(async () => {
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
  const [asked, setAsked] = useState<Asked>();
  const { stepping, taken } = useRequestSteps(request, ({ status, expiresAt }, { kind }) => {
    setAsked(undefined);
    onNotice(
      kind === 'renewal'
        ? t('dashboard.renewed', { date: formats.date(expiresAt) })
        : t('dashboard.stepDone', { status: t(`status.${status}`) }),
    );
  });
  const ending = useEnding(request, 'withdrawal');
  const [pressed, setPressed] = useState<Step>();
  const steps = stepsOf(request);
  if (steps.length === 0) return null;
  const failure = <CallFailure error={stepping.error} text={t('dashboard.stepFailed')} />;
  const take = (step: Step) => {
    setPressed(step);
    const warning = isTo(step, 'withdrawn') ? ending : undefined;
    if (isAskedFirst(step) || warning !== undefined) setAsked({ step, warning });
    else stepping.run(step);
  };
  return (
    <div className={page.tight}>
      <p className={page.soft}>{t('dashboard.steps')}</p>
      <div aria-busy={stepping.isBusy} className={page.chips}>
        {steps.map((step) => (
          <Button
            aria-label={named(t(step.text))}
            isBusy={stepping.isBusy && step.text === pressed?.text}
            key={step.text}
            onClick={() => take(step)}
          >
            {t(step.text)}
          </Button>
        ))}
      </div>
      {asked === undefined && failure}
      {asked && (
        <Asking
          failure={failure}
          isBusy={stepping.isBusy}
          onClose={() => setAsked(undefined)}
          onConfirm={() => stepping.run(asked.step)}
          onMoved={(moved) => taken(moved, asked.step)}
          request={request}
          {...asked}
        />
      )}
    </div>
  );
}

interface Asked {
  readonly step: Step;
  /** Warning that a withdrawal ends the open proposals of the request. Does not change while the dialog is open. */
  readonly warning: string | undefined;
}

interface AskingProps extends ComponentProps<typeof AgreedDialog>, Asked {
  readonly onMoved: (request: TransferRequest) => unknown;
}

/** Dialog that confirms a step. */
function Asking({ step, warning, onMoved, ...asking }: AskingProps) {
  const { t } = useTranslation();
  if (warning !== undefined) {
    return (
      <ConfirmDialog
        text={warning}
        texts={{ confirm: t('dashboard.withdraw'), cancel: t('common.cancel') }}
        title={t(step.text)}
        {...asking}
      />
    );
  }
  return (
    <Suspense>
      {isTo(step, 'completed') ? (
        <MoveDialog onClose={asking.onClose} onMoved={onMoved} request={asking.request} />
      ) : (
        <AgreedDialog {...asking} />
      )}
    </Suspense>
  );
}

function isTo(step: Step, status: RequestStatus): boolean {
  return step.kind === 'status' && step.status === status;
}

/**
 * Returns `true` for steps that always need a confirmation: a finished request cannot be reopened, and an agreed one is hidden from other
 * teachers.
 */
function isAskedFirst(step: Step): boolean {
  return isTo(step, 'completed') || isTo(step, 'pending');
}
