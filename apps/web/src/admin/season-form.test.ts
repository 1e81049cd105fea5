import { expect, it } from 'vitest';
import { lossesOf } from './season-form.tsx';

const at = (day: number) => `2999-12-${String(day).padStart(2, '0')}T04:30:00Z`;
const round = (day: number) => ({
  askedFrom: at(day),
  proposalsSent: at(day + 2),
  answersUntil: at(day + 4),
});

const season = {
  consent: 'before' as const,
  listCloses: at(3),
  rounds: [round(3), round(10)],
  stoppedRounds: [],
  closed: at(20),
};

it('a change that moves no date loses nothing, also if a date is written in another time zone', () => {
  expect(lossesOf(season, season)).toEqual([]);
  expect(lossesOf(season, { ...season, closed: '2999-12-20T10:00:00+05:30' })).toEqual([]);
});

it('later dates and an additional round lose nothing', () => {
  const rounds = [round(4), round(11), round(18)];
  expect(lossesOf(season, { ...season, listCloses: at(4), rounds, closed: at(28) })).toEqual([]);
});

it('an earlier end and earlier deadlines are lost, in the order of the form', () => {
  const rounds = [{ ...round(3), answersUntil: at(6) }, round(10)];
  expect(lossesOf(season, { ...season, listCloses: at(2), rounds, closed: at(15) })).toEqual([
    { kind: 'consentCloses', round: null, from: at(3), to: at(2) },
    { kind: 'answersUntil', round: 1, from: at(7), to: at(6) },
    { kind: 'closed', round: null, from: at(20), to: at(15) },
  ]);
});

it('an end in the past is an earlier end', () => {
  const closed = '2020-01-01T04:30:00Z';
  expect(lossesOf(season, { ...season, closed })).toEqual([
    { kind: 'closed', round: null, from: at(20), to: closed },
  ]);
});

it('without consent before the plan, the time of the plan is the deadline for teachers to be ready', () => {
  const after = { ...season, consent: 'after' as const };
  const rounds = [{ ...round(3), proposalsSent: at(4) }, round(10)];
  expect(lossesOf(season, { ...season, rounds })).toEqual([]);
  expect(lossesOf(after, { ...after, listCloses: at(2), rounds })).toEqual([
    { kind: 'listCloses', round: null, from: at(3), to: at(2) },
    { kind: 'proposalsSent', round: 1, from: at(5), to: at(4) },
  ]);
});

it('a removed round is lost', () => {
  expect(lossesOf(season, { ...season, rounds: [round(3)] })).toEqual([
    { kind: 'removed', round: 2, from: at(10) },
  ]);
});

it('an earlier deadline of a stopped round is not lost', () => {
  const stopped = { ...season, stoppedRounds: [{ round: 1, at: at(4) }] };
  const rounds = [{ ...round(3), answersUntil: at(6) }, round(10)];
  expect(lossesOf(stopped, { ...stopped, rounds })).toEqual([]);
});

it('a date that is not typed in full is not lost', () => {
  expect(lossesOf(season, { ...season, closed: '' })).toEqual([]);
});
