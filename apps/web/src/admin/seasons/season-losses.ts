import type { AdminSeason, NewSeason } from '@mutual-transfer/domain/seasons/season';
import type { RoundDates } from '@mutual-transfer/domain/seasons/season-dates';

type DateKind = 'consentCloses' | 'listCloses' | 'proposalsSent' | 'answersUntil' | 'closed';

/** An end or a deadline that a change moves to an earlier time. `round` is the number of the round, from 1, for the dates of rounds. */
interface EarlierDate {
  readonly kind: DateKind;
  readonly round: number | null;
  readonly from: string;
  readonly to: string;
}

/** A round that a change removes. `from` is the time at which it would have begun. */
interface RemovedRound {
  readonly kind: 'removed';
  readonly round: number;
  readonly from: string;
}

/** Part of the announced timetable that teachers lose by a change. */
export type SeasonLoss = EarlierDate | RemovedRound;

type Season = Pick<NewSeason, 'consent' | 'listCloses' | 'rounds' | 'closed'>;
type KnownSeason = Season & Pick<AdminSeason, 'stoppedRounds'>;

/** Returns the ends and deadlines that a change of a season moves to an earlier time, and the rounds that it removes. */
export function lossesOf(before: KnownSeason, after: Season): SeasonLoss[] {
  const list = after.consent === 'before' ? 'consentCloses' : 'listCloses';
  return [
    ...earlier(list, before.listCloses, after.listCloses),
    ...before.rounds.flatMap((round, index) =>
      isStopped(before, index + 1) ? [] : lossesOfRound(round, after, index),
    ),
    ...earlier('closed', before.closed, after.closed),
  ];
}

/** Returns true for a stopped round, whose later dates do not take place. */
function isStopped({ stoppedRounds }: KnownSeason, number: number): boolean {
  return stoppedRounds.some(({ round }) => round === number);
}

function lossesOfRound(before: RoundDates, { consent, rounds }: Season, index: number): SeasonLoss[] {
  const round = index + 1;
  const after = rounds[index];
  if (after === undefined) return [{ kind: 'removed', round, from: before.askedFrom }];
  // With consent before the plan, teachers join until the list closes. Otherwise they join until the plan is made.
  const plan =
    consent === 'before' ? [] : earlier('proposalsSent', before.proposalsSent, after.proposalsSent, round);
  return [...plan, ...earlier('answersUntil', before.answersUntil, after.answersUntil, round)];
}

function earlier(kind: DateKind, from: string, to: string, round: number | null = null): EarlierDate[] {
  return Date.parse(to) < Date.parse(from) ? [{ kind, round, from, to }] : [];
}
