import { LONGEST_PROPOSAL_HOURS } from '../agreements/agreement-rules.ts';
import { MILLISECONDS_A_DAY, MILLISECONDS_AN_HOUR } from '../constants.ts';
import type { MessageKey } from '../language/messages.ts';

/** Time at which a season asks for consent: before the plan (silence then agrees to its groups) or after it, by proposals. */
export const waysOfConsent = ['before', 'after'] as const;
export type WayOfConsent = (typeof waysOfConsent)[number];

/** Hours that a member has to object to a group that was planned with consents. */
export const OBJECTION_HOURS = 24;

/** Days from now within which the dates of a season lie: twenty years, so that a mistyped year is refused. */
const SEASON_HORIZON_DAYS = 7_305;

/** Dates of one round, as ISO texts. */
export interface RoundDates {
  askedFrom: string;
  proposalsSent: string;
  answersUntil: string;
}

/** Dates of a season, as ISO texts. */
export interface SeasonDates {
  opens: string;
  listCloses: string;
  rounds: readonly RoundDates[];
  closed: string;
}

type Problems = Readonly<Record<string, MessageKey>>;

/** Returns the fields whose date is not after the one before it, and rounds with too little or too much time to answer. */
export function problemsOfDates(dates: SeasonDates, consent: WayOfConsent): Problems {
  const problems: Record<string, MessageKey> = {};
  const mustFollow = (field: string, date: string, earlier: string, mayBeEqual = true) => {
    const distance = Date.parse(date) - Date.parse(earlier);
    if (distance < 0 || (distance === 0 && !mayBeEqual)) problems[field] ??= 'season.order';
  };
  mustFollow('listCloses', dates.listCloses, dates.opens, false);
  for (const [index, round] of dates.rounds.entries()) {
    const field = (name: keyof RoundDates) => `rounds.${index}.${name}`;
    mustFollow(field('askedFrom'), round.askedFrom, dates.rounds[index - 1]?.answersUntil ?? dates.opens);
    mustFollow(field('proposalsSent'), round.proposalsSent, round.askedFrom);
    mustFollow(field('proposalsSent'), round.proposalsSent, dates.listCloses);
    mustFollow(field('answersUntil'), round.answersUntil, round.proposalsSent, false);
    if (problems[field('answersUntil')] !== undefined) continue;
    const hours = (Date.parse(round.answersUntil) - Date.parse(round.proposalsSent)) / MILLISECONDS_AN_HOUR;
    if (consent === 'before' && hours < OBJECTION_HOURS) problems[field('answersUntil')] = 'season.objection';
    if (hours > LONGEST_PROPOSAL_HOURS) problems[field('answersUntil')] = 'season.tooLong';
  }
  mustFollow('closed', dates.closed, dates.rounds.at(-1)?.answersUntil ?? dates.listCloses);
  return problems;
}

/** Returns the changed fields of a timetable whose old or new date has passed. */
export function changesOfThePast(before: SeasonDates, after: SeasonDates, now: number): Problems {
  const [old, changed] = [datesByField(before), datesByField(after)];
  const fields = [...new Set([...old.keys(), ...changed.keys()])].filter((field) => {
    const moments = [old.get(field), changed.get(field)].map((date) => date && Date.parse(date));
    return (
      moments[0] !== moments[1] && moments.some((moment) => moment !== undefined && Number(moment) <= now)
    );
  });
  return Object.fromEntries(fields.map((field) => [field, 'season.past']));
}

/** Returns the dates of a new season that are too far in the future; all of its dates if it would be over already. */
export function problemsOfNewSeason(season: SeasonDates, now: number): Problems {
  if (Date.parse(season.closed) > now) return datesTooFar(season, now);
  return Object.fromEntries([...datesByField(season).keys()].map((field) => [field, 'season.wouldBeOver']));
}

/** Returns the fields of dates that are too far in the future, except those that were so before a change. */
export function datesTooFar(dates: SeasonDates, now: number, before?: SeasonDates): Problems {
  const old = before === undefined ? new Map<string, string>() : datesByField(before);
  const latest = now + SEASON_HORIZON_DAYS * MILLISECONDS_A_DAY;
  const isTooFar = ([field, date]: [string, string]) =>
    Date.parse(date) > latest && Date.parse(date) !== Date.parse(old.get(field) ?? '');
  const fields = [...datesByField(dates)].filter(isTooFar).map(([field]) => field);
  return Object.fromEntries(fields.map((field) => [field, 'season.tooFar']));
}

/** Returns the fields of the dates that have passed. */
export function passedDates(dates: SeasonDates, now: number): string[] {
  return [...datesByField(dates)].filter(([, date]) => Date.parse(date) <= now).map(([field]) => field);
}

function datesByField({ rounds, opens, listCloses, closed }: SeasonDates): Map<string, string> {
  const ofRounds = rounds.flatMap((round, index) =>
    (['askedFrom', 'proposalsSent', 'answersUntil'] as const).map((name): [string, string] => [
      `rounds.${index}.${name}`,
      round[name],
    ]),
  );
  return new Map([['opens', opens], ['listCloses', listCloses], ...ofRounds, ['closed', closed]]);
}

/** Kinds of dates of a timetable, in their usual order. */
export const seasonEvents = ['opens', 'list_closes', 'asked', 'proposals', 'answers', 'closed'] as const;
export type SeasonEvent = (typeof seasonEvents)[number];

/** A date of the timetable. `round` is the number of the round, from 1, for the dates of rounds. */
export interface DatedSeasonEvent {
  event: SeasonEvent;
  at: string;
  round: number | null;
}

/** A round that an administrator stopped, by its number, with the time. */
export interface StoppedRound {
  round: number;
  at: string;
}

/** Dates of a season, and its stopped rounds. */
interface SeasonDatesAndStops extends SeasonDates {
  stoppedRounds?: readonly StoppedRound[];
}

/** A row of the timetable. */
export interface TimetableEntry extends Omit<DatedSeasonEvent, 'event'> {
  event: SeasonEvent | 'stopped';
}

/** Returns the dates of a season that take place, and the stops of its rounds, in time order. */
export function timetableOf(season: SeasonDatesAndStops): TimetableEntry[] {
  const stops = (season.stoppedRounds ?? []).map((stop) => ({ ...stop, event: 'stopped' as const }));
  return inOrder<TimetableEntry>([...datesThatHold(season), ...stops]);
}

/** Returns the dates of a season in time order, without those of a stopped round after its stop. */
function datesThatHold({ stoppedRounds = [], ...dates }: SeasonDatesAndStops): DatedSeasonEvent[] {
  const stops = new Map(stoppedRounds.map(({ round, at }) => [round, Date.parse(at)]));
  return allDates(dates).filter(
    ({ round, at }) => round === null || Date.parse(at) <= (stops.get(round) ?? Number.POSITIVE_INFINITY),
  );
}

function allDates({ opens, listCloses, rounds, closed }: SeasonDates): DatedSeasonEvent[] {
  const ofRounds = rounds.flatMap(({ askedFrom, proposalsSent, answersUntil }, index): DatedSeasonEvent[] => [
    { event: 'asked', at: askedFrom, round: index + 1 },
    { event: 'proposals', at: proposalsSent, round: index + 1 },
    { event: 'answers', at: answersUntil, round: index + 1 },
  ]);
  return inOrder<DatedSeasonEvent>([
    { event: 'opens', at: opens, round: null },
    { event: 'list_closes', at: listCloses, round: null },
    ...ofRounds,
    { event: 'closed', at: closed, round: null },
  ]);
}

function inOrder<Dated extends { at: string }>(events: readonly Dated[]): Dated[] {
  return [...events].sort((first, second) => Date.parse(first.at) - Date.parse(second.at));
}

/** Returns the next event of a season that takes place; null once it is closed. */
export function nextEvent(season: SeasonDatesAndStops, now: number): DatedSeasonEvent | null {
  return datesThatHold(season).find(({ at }) => Date.parse(at) > now) ?? null;
}

export const seasonStates = ['planned', 'open', 'closed'] as const;
export type SeasonState = (typeof seasonStates)[number];

/** Returns the state of a season at a time. */
export function seasonStateAt(
  { opens, closed }: Pick<SeasonDates, 'opens' | 'closed'>,
  now: number,
): SeasonState {
  if (now < Date.parse(opens)) return 'planned';
  return now < Date.parse(closed) ? 'open' : 'closed';
}
