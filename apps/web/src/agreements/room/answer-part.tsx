import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useState } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { useWaitingWrites } from '../../platform/offline/write-queue.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import classes from './agreement.module.css';
import { LeaveDialog } from './leave-dialog.tsx';
import { useAgreementAnswer } from './use-agreement-change.ts';

interface AnswerPartProps {
  readonly agreement: Agreement;
  /** Called after the server has stored the answer. */
  readonly onAnswered?: () => void;
}

/** Buttons to accept or decline, with a sentence on which contact details an acceptance opens. */
export function AnswerPart({ agreement, onAnswered }: AnswerPartProps) {
  const { t } = useTranslation();
  const [isRefusing, setRefusing] = useState(false);
  const answering = useAgreementAnswer(agreement._id, (became) => {
    setRefusing(false);
    if (became === 'sent') onAnswered?.();
  });
  const { can, opens, members, source } = agreement;
  const isWaiting = useWaitingWrites().some(
    ({ write }) => write.kind === 'answer' && write.id === agreement._id,
  );
  // A queued answer is shown, with an undo button, at the top of every page.
  if (can.answer.length === 0 || isWaiting) return null;
  const failure = <CallFailure error={answering.error} text={t('common.failed')} />;
  const isYes = can.answer.includes('yes');
  return (
    <section aria-labelledby="answer" className={`${card.card} ${classes.question}`}>
      <h2 id="answer">{t(isYes ? 'agreements.question' : 'agreements.saidYes')}</h2>
      <Sent agreement={agreement} />
      <Silence agreement={agreement} />
      {opens !== null && <p>{t(`agreements.opens.${opens.contact}`)}</p>}
      <p>{t('agreements.closes')}</p>
      {isYes && members[0]?.isPrefilled && <p>{t('agreements.prefilled')}</p>}
      {!isRefusing && failure}
      <Answers
        isBusy={answering.isBusy}
        onNo={() => setRefusing(true)}
        onYes={isYes ? () => answering.run({ answer: 'yes' }) : undefined}
      />
      {isRefusing && (
        <LeaveDialog
          failure={failure}
          isBusy={answering.isBusy}
          onClose={() => setRefusing(false)}
          onConfirm={(reason) => answering.run({ answer: 'no', reason })}
          text={`${t('agreements.noText')}${source === 'round' ? ` ${t('agreements.noReady')}` : ''}`}
          title={t('agreements.no')}
        />
      )}
    </section>
  );
}

/** Confirms to the proposer that the open proposal was sent. */
function Sent({ agreement: { members, state } }: Pick<AnswerPartProps, 'agreement'>) {
  const { t } = useTranslation();
  if (!members[0]?.isProposer || state !== 'proposed') return null;
  return <p className={page.done}>{t('agreements.sent')}</p>;
}

/** Explains that the member's consent to the season counts as a yes, unless they object. */
function Silence({ agreement: { can, deadline, silenceAgrees } }: Pick<AnswerPartProps, 'agreement'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!silenceAgrees || !can.answer.includes('yes')) return null;
  return (
    <p>
      <strong>
        {t('agreements.silenceAgrees', { time: formats.dateTime(deadline), no: t('agreements.no') })}
      </strong>
    </p>
  );
}

interface AnswersProps {
  readonly isBusy: boolean;
  readonly onNo: () => void;
  /** Omitted after the user has accepted. */
  readonly onYes: (() => void) | undefined;
}

/** Buttons that accept or decline. After an acceptance only the button to decline is left. */
function Answers({ isBusy, onNo, onYes }: AnswersProps) {
  const { t } = useTranslation();
  const refusal = <Button onClick={onNo}>{t('agreements.no')}</Button>;
  if (onYes === undefined) return <div className={page.row}>{refusal}</div>;
  return (
    <div className={classes.answer}>
      <Button isBusy={isBusy} kind="main" onClick={onYes}>
        {t('agreements.yes')}
      </Button>
      {refusal}
    </div>
  );
}
