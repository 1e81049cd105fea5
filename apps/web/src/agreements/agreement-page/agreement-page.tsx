import { operatorSentence } from '@mutual-transfer/domain/administration/operator-sentence';
import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { OwnObjection } from '@mutual-transfer/domain/seasons/objection';
import { IconConfetti } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router';
import { CallFailure } from '../../form/call-failure.tsx';
import { ApiError, hasFailed } from '../../platform/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { useMe } from '../../platform/me.ts';
import { useOperator } from '../../platform/operator.ts';
import { paths } from '../../platform/paths.ts';
import { useSession } from '../../platform/session.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Contact } from '../../ui/contact.tsx';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { CardSkeletons, Empty, FocusedNotice } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import {
  endedByReader,
  toneOfState,
  useEndText,
  useLatestEventText,
  useProposerText,
  useStateText,
  WindowNote,
} from '../agreement-texts.tsx';
import { agreementQuery } from '../agreements.queries.ts';
import { AnswerPart, LeavePart } from './answer-part.tsx';
import { MessagesPart } from './messages-part.tsx';
import { OrdersPart, PapersPart } from './papers-part.tsx';
import { PostingPart } from './posting-part.tsx';
import { RepairPart } from './repair-part.tsx';
import { isReachedAbove, Seats } from './seats.tsx';
import { StepsPart } from './steps-part.tsx';

const MINUTE = 60_000;
/** Interval in milliseconds at which the clock is read, so that the shown minute is at most five seconds late. */
const LOOKED_AT_EVERY = 5_000;

/** Remaining time to answer a proposal. Updates once a minute while the page is open. */
export function Countdown({ until }: { until: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const minute = useSyncExternalStore(watchMinutes, minuteNow, minuteNow);
  const minutes = Math.floor(new Date(until).getTime() / MINUTE) - minute;
  if (minutes <= 0) return null;
  return (
    <>
      <strong role="timer">{t('agreements.timeLeft', { time: formats.duration(minutes) })}</strong>{' '}
    </>
  );
}

function watchMinutes(notify: () => void): () => void {
  const timer = setInterval(notify, LOOKED_AT_EVERY);
  return () => clearInterval(timer);
}

function minuteNow(): number {
  return Math.floor(Date.now() / MINUTE);
}

/** Page of a proposal or agreement: answers of the members, next steps, and available actions. */
export default function AgreementPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { id = '' } = useParams();
  const userId = session?.user._id ?? '';
  const query = useQuery({ ...agreementQuery(userId, id), enabled: session !== null });
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageTitle text={t('agreements.room')} />
      <p>
        <Link className={`${button.quiet} ${button.flush}`} to={paths.agreements}>
          {t('agreements.back')}
        </Link>
      </p>
      {query.isPending && <CardSkeletons />}
      {hasFailed(query) &&
        (isMissing(query.error) ? (
          <Empty text={t('errors.notFoundText')} title={t('errors.notFoundTitle')} />
        ) : (
          <CallFailure error={query.error} onRetry={query.refetch} text={t('common.failed')} />
        ))}
      {query.data && <AgreementParts agreement={query.data} userId={userId} />}
    </div>
  );
}

/** Returns `true` if the id in the URL is malformed, or is not the id of one of the user's agreements. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');
}

function AgreementParts({ agreement, userId }: { agreement: Agreement; userId: string }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const operator = useOperator();
  const isFeeCharged = useMe().data?.payment.isPaymentRequired === true;
  const [notice, setNotice] = useState({ text: '' });
  const { can, state } = agreement;
  return (
    <>
      {/* Focuses the result: the pressed button is gone, and the page shows the new state from the top. */}
      <FocusedNotice notice={notice} />
      <Head agreement={agreement} />
      <PostingPart agreement={agreement} />
      <AnswerPart agreement={agreement} onAnswered={() => setNotice({ text: t('agreements.answered') })} />
      {(can.answer.length > 0 || state === 'agreed') && <WindowNote />}
      {can.repair && !endedByReader(agreement) && <RepairPart agreement={agreement} userId={userId} />}
      {(state === 'agreed' || state === 'in_progress') && <StepsPart agreement={agreement} />}
      {can.papers && <PapersPart agreement={agreement} />}
      {agreement.objection && <ObjectionPart objection={agreement.objection} />}
      <OrdersPart orders={agreement.orders ?? []} />
      <Seats agreement={agreement} />
      <MessagesPart agreement={agreement} userId={userId} />
      {can.leave && can.answer.length === 0 && <LeavePart agreement={agreement} />}
      <p className={page.note}>
        {operatorSentence(messages, operator)}{' '}
        {t(isFeeCharged ? 'agreements.noPromiseFee' : 'agreements.noPromise')}
      </p>
    </>
  );
}

/** Congratulation, with the contact of the other teacher in a direct swap. Shown until the first application is recorded. */
function Settled({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const names = useNames();
  const { members } = agreement;
  const [, partner] = members;
  return (
    <>
      <p className={`${page.marked} ${page.done}`}>
        <IconConfetti aria-hidden="true" size={26} />
        <strong>{t(members.length === 2 ? 'agreements.settledPair' : 'agreements.settledTitle')}</strong>
      </p>
      {isReachedAbove(agreement) && partner?.user && (
        <section aria-label={names.personal(partner.user.name)} className={page.tight}>
          <strong>{names.personal(partner.user.name)}</strong>
          <Contact person={partner.user} />
        </section>
      )}
    </>
  );
}

function Head({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const proposerText = useProposerText();
  const latestEventText = useLatestEventText();
  const stateText = useStateText();
  const endText = useEndText()(agreement);
  const { members, state, subject, classRange, deadline, waitsUntil } = agreement;
  const mine = members[0];
  return (
    <section className={card.card}>
      <div className={card.heading}>
        <h1>
          {t('agreements.toPlace', {
            place: names.place(mine?.movesTo.district ?? '', mine?.movesTo.block ?? ''),
          })}
        </h1>
        <Tag tone={toneOfState[state]}>{stateText(agreement)}</Tag>
      </div>
      <p className={page.soft}>
        {names.subject(subject)} · {names.classLevel(classRange)}
      </p>
      {state === 'agreed' && <Settled agreement={agreement} />}
      {state !== 'proposed' && (
        <p className={page.soft}>
          {t('agreements.groupNumber', { number: agreement.number })} · {latestEventText(agreement)}
        </p>
      )}
      {endText !== null && <p>{endText}</p>}
      {state === 'proposed' && (
        <>
          <p>{proposerText(agreement)}</p>
          <p>
            <Countdown until={deadline} />
            <span className={page.soft}>{t('agreements.until', { time: formats.dateTime(deadline) })}</span>
          </p>
        </>
      )}
      {waitsUntil !== null && <p>{t('agreements.waits', { time: formats.dateTime(waitsUntil) })}</p>}
    </section>
  );
}

/** The reader's objection to an announced group, and the reply of the office. */
function ObjectionPart({ objection }: { objection: OwnObjection }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const { category, text, due, reply } = objection;
  return (
    <section aria-labelledby="objection" className={card.card}>
      <h2 id="objection">{t('agreements.objection.title')}</h2>
      <p>
        <strong>{say(`objection.${category}`)}</strong>
      </p>
      {text && <p className={card.text}>{text}</p>}
      {reply === null ? (
        <p>{t('agreements.objection.due', { date: formats.dateTime(due) })}</p>
      ) : (
        <>
          <p>{t(`agreements.objection.${reply.result}`, { date: formats.date(reply.at) })}</p>
          <p className={card.text}>
            {t('agreements.objection.reply')}: {reply.text}
          </p>
        </>
      )}
    </section>
  );
}
