import type { RequestStatus, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, Suspense, useState } from 'react';
import { refreshAgreements } from '../agreements/agreements.queries.ts';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/client.ts';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import type { TextKey } from '../platform/i18n/texts/texts.ts';
import { askAround, replaceOwnRequest } from '../platform/own-requests.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import page from '../ui/page.module.css';
import { useEndsProposalsText } from './ends-proposals.tsx';

/** Step of a request: a new status, or a renewal for 180 days. */
type Step = { kind: 'status'; status: RequestStatus; text: TextKey } | { kind: 'renewal'; text: TextKey };

const words: Partial<Record<RequestStatus, TextKey>> = {
  pending: 'dashboard.agreed',
  completed: 'dashboard.moved',
  withdrawn: 'dashboard.noLongerLooking',
};

/** Returns the steps available to the owner, in display order. Renewal reactivates an expired request. */
export function statusSteps({ status, can }: Pick<TransferRequest, 'status' | 'can'>): Step[] {
  if (can === undefined) return [];
  const changes = can.changeStatusTo.filter((next) => !(next === 'active' && can.renew));
  const steps: Step[] = changes.map((next) => ({
    kind: 'status',
    status: next,
    text: wordFor(status, next),
  }));
  return can.renew ? [...steps, { kind: 'renewal', text: 'dashboard.renew' }] : steps;
}

function wordFor(from: RequestStatus, to: RequestStatus): TextKey {
  const back = from === 'pending' ? 'dashboard.fellThrough' : 'dashboard.lookingAgain';
  return words[to] ?? back;
}

/** Returns the mutation that takes a step of a request, and a function that shows a step which a dialog has taken. */
function useRequestSteps({ _id }: TransferRequest, onStep: (request: TransferRequest, step: Step) => void) {
  const client = useQueryClient();
  const taken = async (request: TransferRequest, step: Step) => {
    await replaceOwnRequest(client, request);
    onStep(request, step);
    // A new posting changes everything. Another end of a request also ends its proposals.
    if (request.status === 'completed') refreshAgreements(client);
    else void askAround(client, _id);
  };
  const stepping = useAction(
    async (step: Step) => ({ step, ...(await takeStep(_id, step)) }),
    ({ data, step }) => taken(data.request, step),
    () => refreshAgreements(client),
  );
  return { stepping, taken };
}

function takeStep(id: string, step: Step) {
  return step.kind === 'renewal'
    ? callApi<{ data: { request: TransferRequest } }>(`/requests/${id}/renewal`, { method: 'POST' })
    : callApi<{ data: { request: TransferRequest } }>(`/requests/${id}/status`, {
        method: 'PATCH',
        body: { status: step.status },
      });
}

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
  request: TransferRequest;
  /** Returns a button's text with the name of its request. */
  named: (text: string) => string;
  onNotice: (text: string) => void;
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
  const ending = useEndsProposalsText(request, 'withdrawal');
  const [pressed, setPressed] = useState<Step>();
  const steps = statusSteps(request);
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
  step: Step;
  /** Warning that a withdrawal ends the open proposals of the request. Does not change while the dialog is open. */
  warning: string | undefined;
}

interface AskingProps extends ComponentProps<typeof AgreedDialog>, Asked {
  onMoved: (request: TransferRequest) => unknown;
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
