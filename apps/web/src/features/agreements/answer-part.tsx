import type { Agreement } from '@mutual-transfer/domain/agreement';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useWaitingWrites } from '../../offline/waiting-writes.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Failure } from '../../ui/failure.tsx';
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
      {opens !== null && <p>{t(`agreements.opens.${opens.contact}`)}</p>}
      <p>{t('agreements.closes')}</p>
      {isYes && members[0]?.isPrefilled && <p>{t('agreements.prefilled')}</p>}
      {failure !== undefined && !isRefusing && <Failure text={failure} />}
      <div className={classes.answer}>
        {isYes && (
          <Button isBusy={answering.isBusy} kind="main" onClick={() => answering.run({ answer: 'yes' })}>
            {t('agreements.yes')}
          </Button>
        )}
        <Button onClick={() => setRefusing(true)}>{t('agreements.no')}</Button>
      </div>
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
