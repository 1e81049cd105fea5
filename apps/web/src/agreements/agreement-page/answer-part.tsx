import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { LEAVE_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/agreements/agreement-rules';
import { objectionCategories } from '@mutual-transfer/domain/seasons/objection';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../../form/call-failure.tsx';
import { Form, SubmitRow } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { accountPartPath } from '../../platform/paths.ts';
import { useSession } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-fields.tsx';
import page from '../../ui/page.module.css';
import { refreshAgreements, showAgreement, useAgreementChange } from '../agreements.queries.ts';
import { useSeenInProposal } from '../seen-fields.tsx';
import classes from './agreement.module.css';

interface LeaveDialogProps {
  title: string;
  /** Consequences for the other members. */
  text: string;
  isBusy: boolean;
  failure: ReactElement | null | undefined;
  onConfirm: (reason: string, category?: string) => void;
  onClose: () => void;
  /** A no to an announced group is an objection, whose category is asked for. */
  isObjection?: boolean;
}

/** Dialog that confirms declining or leaving, with an optional reason. */
function LeaveDialog({ title, text, isBusy, failure, onConfirm, onClose, isObjection }: LeaveDialogProps) {
  const { t } = useTranslation();
  const say = useMessages();
  const [reason, setReason] = useState('');
  const [category, setCategory] = useState('');
  const [isMissing, setMissing] = useState(false);
  const confirm = () => {
    if (!isObjection) onConfirm(reason);
    else if (category === '') setMissing(true);
    else onConfirm(reason, category);
  };
  return (
    <ConfirmDialog
      failure={failure}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={confirm}
      text={text}
      texts={{ confirm: title, cancel: t('common.cancel') }}
      title={title}
    >
      {isObjection && (
        <>
          <p>{t('agreements.objection.text')}</p>
          <SelectField
            error={isMissing && category === '' ? say('field.choice') : undefined}
            label={t('agreements.objection.category')}
            onChange={setCategory}
            options={[
              { value: '', label: t('reports.choose') },
              ...objectionCategories.map((one) => ({ value: one, label: say(`objection.${one}`) })),
            ]}
            required
            value={category}
          />
        </>
      )}
      <TextArea
        description={t('agreements.reasonHint')}
        label={t('agreements.reason')}
        maxLength={LEAVE_REASON_MAXIMUM_LENGTH}
        onChange={setReason}
        value={reason}
      />
    </ConfirmDialog>
  );
}

/** Button "I cannot do this any more", with the consequences for the other members. */
export function LeavePart({ agreement: { _id } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  const leaving = useAgreementChange<{ reason: string }>(_id, 'leave', () => setLeaving(false));
  return (
    <div className={page.row}>
      <Button kind="quiet" onClick={() => setLeaving(true)}>
        {t('agreements.leave')}
      </Button>
      {isLeaving && (
        <LeaveDialog
          failure={<CallFailure error={leaving.error} text={t('common.failed')} />}
          isBusy={leaving.isBusy}
          onClose={() => setLeaving(false)}
          onConfirm={(reason) => leaving.run({ reason })}
          text={t('agreements.leaveText')}
          title={t('agreements.leave')}
        />
      )}
    </div>
  );
}

interface AnswerPartProps {
  agreement: Agreement;
  /** Called after the server has stored the answer. */
  onAnswered?: () => void;
}

/**
 * Buttons to accept or decline, with a sentence on which contact details an acceptance opens. An answer that could not be sent is stored as
 * a draft with its key, and can be sent again, also after a reload.
 */
export function AnswerPart({ agreement, onAnswered }: AnswerPartProps) {
  const { t } = useTranslation();
  const [isRefusing, setRefusing] = useState(false);
  const { form, answer } = useAnswer(agreement._id, () => {
    setRefusing(false);
    onAnswered?.();
  });
  const { can, opens, members, source } = agreement;
  const seenInProposal = useSeenInProposal();
  if (can.answer.length === 0) return null;
  const failure = <CallFailure error={form.error} text={t('common.failed')} />;
  const isYes = can.answer.includes('yes');
  const refusal = t(members[0]?.isProposer ? 'agreements.withdraw' : 'agreements.no');
  return (
    <section aria-labelledby="answer" className={`${card.card} ${classes.question}`}>
      <h2 id="answer">{t(isYes ? 'agreements.question' : 'agreements.saidYes')}</h2>
      <Sent agreement={agreement} />
      <Silence agreement={agreement} />
      {opens !== null && <p>{seenInProposal(opens)}</p>}
      {isYes && <p>{t('agreements.closes')}</p>}
      {isYes && members[0]?.isPrefilled && <p>{t('agreements.prefilled')}</p>}
      <Form form={form}>
        {form.isUnsent && !isRefusing ? (
          <>
            <strong>{t(form.values.answer === 'no' ? 'agreements.yourNo' : 'agreements.yourYes')}</strong>
            <SubmitRow
              failed={t('common.failed')}
              form={form}
              isKept
              kind="soft"
              texts={{ submit: t('common.send') }}
            />
          </>
        ) : (
          !isRefusing && failure
        )}
      </Form>
      <Answers
        isBusy={form.isBusy}
        no={refusal}
        onNo={() => setRefusing(true)}
        onYes={isYes ? () => answer('yes') : undefined}
      />
      {isRefusing && (
        <LeaveDialog
          failure={failure}
          isBusy={form.isBusy}
          onClose={() => setRefusing(false)}
          isObjection={agreement.isAnnounced}
          onConfirm={(reason, category) => answer('no', reason, category)}
          text={`${t('agreements.noText')}${source === 'round' ? ` ${t('agreements.noReady')}` : ''}`}
          title={refusal}
        />
      )}
    </section>
  );
}

/** Returns the form of the answer, and the function that answers. The same answer again is sent with the same key. */
function useAnswer(id: string, onAnswered: () => void) {
  const client = useQueryClient();
  const userId = useSession()?.user._id ?? '';
  const form = useForm({
    initial: { answer: '', reason: '', category: '' },
    check: () => ({}),
    send: ({ answer, reason, category }, key) =>
      callApi<Agreement>(`/agreements/${id}/answer`, {
        method: 'POST',
        body: answer === 'yes' ? { answer } : { answer, reason, ...(category !== '' && { category }) },
        key,
      }),
    onDone: async (changed) => {
      await showAgreement(client, userId, changed);
      onAnswered();
    },
    // The server may have refused the answer because the agreement has changed.
    onRefused: () => refreshAgreements(client),
    draft: { form: `answer-${id}` },
  });
  const answer = (chosen: 'yes' | 'no', reason = '', category = '') => {
    const { values } = form;
    if (values.answer !== chosen || values.reason !== reason || values.category !== category)
      form.change({ answer: chosen, reason, category });
    form.submit();
  };
  return { form, answer };
}

/** Confirms to the proposer that the open proposal was sent. */
function Sent({ agreement: { members, state } }: Pick<AnswerPartProps, 'agreement'>) {
  const { t } = useTranslation();
  if (!members[0]?.isProposer || state !== 'proposed') return null;
  return <p className={page.done}>{t('agreements.sent')}</p>;
}

/** Explains to a member of an announced group that silence counts as a yes, or why it does not. */
function Silence({ agreement }: Pick<AnswerPartProps, 'agreement'>) {
  const { can, deadline, isAnnounced, silenceAgrees } = agreement;
  const { t } = useTranslation();
  const formats = useFormats();
  const isUnproven = useSession()?.user.isVerified === false && !silenceAgrees;
  if (!isAnnounced || !can.answer.includes('yes')) return null;
  return (
    <p>
      <strong>
        {t(silenceAgrees ? 'agreements.silenceAgrees' : 'agreements.silenceEnds', {
          time: formats.dateTime(deadline),
          no: t('agreements.no'),
        })}
      </strong>
      {isUnproven && (
        <>
          {' '}
          {t('agreements.proveNext')} <Link to={accountPartPath('phone')}>{t('season.prove')}</Link>
        </>
      )}
    </p>
  );
}

interface AnswersProps {
  isBusy: boolean;
  /** Text of the button that declines. */
  no: string;
  onNo: () => void;
  /** Omitted after the user has accepted. */
  onYes: (() => void) | undefined;
}

/** Buttons that accept or decline. After an acceptance only the button to decline is left. */
function Answers({ isBusy, no, onNo, onYes }: AnswersProps) {
  const { t } = useTranslation();
  const refusal = <Button onClick={onNo}>{no}</Button>;
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
