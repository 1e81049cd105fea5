import type { Person } from '@mutual-transfer/domain/accounts/user';
import type { Agreement, AgreementMember } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import type { Tone } from '../ui/tag.tsx';
import { rulesTodayQuery } from './agreements.queries.ts';
import { goneSeats } from './open-proposals.ts';

/** Returns a formatter of a member's answer. Once the agreement has ended, a missing answer is no longer awaited. */
export function useAnswerText() {
  const { t } = useTranslation();
  return ({ answer, isSilent }: Pick<AgreementMember, 'answer' | 'isSilent'>, endedAt: string | null) => {
    if (isSilent) return t('agreements.noObjection');
    return t(answer === 'open' && endedAt !== null ? 'agreements.unanswered' : `agreements.answer.${answer}`);
  };
}

/** Returns true if the reader ended the agreement: they declined, did not answer in time, or left. */
export function endedByReader(agreement: Agreement): boolean {
  return agreement.members[0]?.isMe === true && goneSeats(agreement).includes(0);
}

/** Returns a formatter of the reason why an agreement ended; null if it continues or moved its members. */
export function useEndText(): (agreement: Agreement) => string | null {
  const { t } = useTranslation();
  const say = useMessages();
  return (agreement) => {
    const { reason, members } = agreement;
    if (reason === null) return null;
    if (!endedByReader(agreement)) return say(`ended.${reason}`);
    if (members[0]?.answer === 'no') return t('agreements.byReader.declined');
    return t(reason === 'deadline' ? 'agreements.byReader.silent' : 'agreements.byReader.left');
  };
}

type EventTimes = Pick<Agreement, 'state' | 'createdAt' | 'agreedAt' | 'submittedAt' | 'endedAt'>;

/** Returns a formatter of the latest event of a group that is no longer proposed, with the date. */
export function useLatestEventText() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (agreement: EventTimes) => {
    const [happened, at] = latestEvent(agreement);
    return t(`agreements.on.${happened}`, { date: formats.date(at) });
  };
}

function latestEvent({ state, createdAt, agreedAt, submittedAt, endedAt }: EventTimes) {
  if (endedAt !== null) return [state === 'completed' ? 'completed' : 'ended', endedAt] as const;
  if (submittedAt !== null) return ['submitted', submittedAt] as const;
  return ['agreed', agreedAt ?? createdAt] as const;
}

/** Returns a formatter of a teacher in a sentence: the name, or the place of a teacher who hides the name. */
export function useNameOrPlace(): (person: Pick<Person, 'name' | 'district' | 'postingBlock'>) => string {
  const { t } = useTranslation();
  const names = useNames();
  return ({ name, district, postingBlock }) =>
    name === HIDDEN ? t('agreements.another', { place: names.place(district, postingBlock) }) : name;
}

/**
 * Returns a formatter of the sentence "X proposed this swap on …". It names the proposer's place if the proposer hides the name from the
 * viewer.
 */
export function useProposerText(): (agreement: Agreement) => string {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  return ({ source, members, createdAt }) => {
    const time = formats.dateTime(createdAt);
    if (source === 'round') return t('agreements.asked.round', { time });
    const proposer = members.find(({ isProposer }) => isProposer);
    if (proposer?.isMe) return t('agreements.asked.me', { time });
    const user = proposer?.user;
    if (!user) return t('agreements.asked.teacher', { time });
    if (user.name !== HIDDEN) return t('agreements.asked.named', { name: user.name, time });
    return t('agreements.asked.placed', { place: names.place(user.district, user.postingBlock), time });
  };
}

type Ended = Pick<Agreement, 'state' | 'reason'>;

/** Ends of a proposal by a member, who is not named. */
const withdrawals: readonly Agreement['reason'][] = ['request_ended', 'left', 'account_ended'];

/** Returns a formatter of the state of an agreement. A proposal has lapsed only if its deadline passed. */
export function useStateText(): (agreement: Ended) => string {
  const { t } = useTranslation();
  return ({ state, reason }) => {
    if (state !== 'lapsed' || reason === null || reason === 'deadline') return t(`agreements.state.${state}`);
    return t(withdrawals.includes(reason) ? 'agreements.withdrawn' : 'agreements.ended');
  };
}

/** Tone of each state: good while the agreement holds, fair while answers are missing. */
export const toneOfState: Readonly<Record<Agreement['state'], Tone>> = {
  proposed: 'fair',
  agreed: 'good',
  in_progress: 'good',
  completed: 'good',
  declined: 'low',
  lapsed: 'low',
  superseded: 'low',
  broken: 'low',
};

/**
 * Returns the sentence that the application window is closed, with the date on which it opens or closed. `undefined` while the window is
 * open.
 */
export function useClosedWindow(): string | undefined {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(rulesTodayQuery());
  if (data === undefined || data.rules.isOpen || data.rules.openWindow === null) return undefined;
  const { opens, closes } = data.rules.openWindow;
  return opens > data.day
    ? t('agreements.windowOpens', { date: formats.date(opens) })
    : t('agreements.windowClosed', { date: formats.date(closes ?? data.day) });
}

export function WindowNote() {
  const text = useClosedWindow();
  return text === undefined ? null : <p className={page.note}>{text}</p>;
}
