import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useState } from 'react';
import { useErrorText } from '../platform/api/error-text.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useWaitingWrites } from '../platform/offline/write-queue.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';
import classes from './agreement.module.css';
import { LeaveDialog } from './leave-dialog.tsx';
import { useAgreementAnswer } from './use-agreement-change.ts';

interface AnswerPartProps {
  readonly agreement: Agreement;
  /** The server has the answer. */
  readonly onAnswered?: () => void;
}

/** Yes or no, with what a yes opens said before. */
export function AnswerPart({ agreement, onAnswered }: AnswerPartProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isRefusing, setRefusing] = useState(false);
  const answering = useAgreementAnswer(agreement._id, (became) => {
    setRefusing(false);
    if (became === 'sent') onAnswered?.();
  });
  const { can, opens, members, source } = agreement;
  const isWaiting = useWaitingWrites().some(
    ({ write }) => write.kind === 'answer' && write.id === agreement._id,
  );
  // What waits is shown, and can be taken back, above every screen.
  if (can.answer.length === 0 || isWaiting) return null;
  const failure = answering.error === null ? undefined : errorText(answering.error, t('agreements.failed'));
  const isYes = can.answer.includes('yes');
  return (
    <section aria-labelledby="answer" className={card.card}>
      <h2 id="answer">{t(isYes ? 'agreements.question' : 'agreements.saidYes')}</h2>
      <Sent agreement={agreement} />
      {opens !== null && <p>{t(`agreements.opens.${opens.contact}`)}</p>}
      <p>{t('agreements.closes')}</p>
      {isYes && members[0]?.isPrefilled && <p>{t('agreements.prefilled')}</p>}
      {failure !== undefined && !isRefusing && <Failure text={failure} />}
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

/** Said to the teacher whose proposal it is, while it is open. */
function Sent({ agreement: { members, state } }: Pick<AnswerPartProps, 'agreement'>) {
  const { t } = useTranslation();
  if (!members[0]?.isProposer || state !== 'proposed') return null;
  return <p className={page.done}>{t('agreements.sent')}</p>;
}

interface AnswersProps {
  readonly isBusy: boolean;
  readonly onNo: () => void;
  /** Left out for a teacher who has said yes. */
  readonly onYes: (() => void) | undefined;
}

/** The answers to a question stay in sight; a yes that was said can be taken back where it stands. */
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
