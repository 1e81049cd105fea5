import { expect, it } from 'vitest';
import { nextEvent, timetableOf } from './season-dates.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T04:30:00.000Z`;
const season = {
  opens: at(1),
  listCloses: at(2),
  rounds: [
    { askedFrom: at(3), proposalsSent: at(4), answersUntil: at(7) },
    { askedFrom: at(10), proposalsSent: at(11), answersUntil: at(14) },
  ],
  closed: at(20),
};

it('the timetable of a stopped round shows its stop instead of its later dates', () => {
  const stopped = { ...season, stoppedRounds: [{ round: 1, at: at(5) }] };
  expect(timetableOf(stopped).map(({ event, round }) => `${event} ${round ?? ''}`.trim())).toEqual([
    ...['opens', 'list_closes', 'asked 1', 'proposals 1', 'stopped 1'],
    ...['asked 2', 'proposals 2', 'answers 2', 'closed'],
  ]);
});

it('the next event is one that takes place', () => {
  const now = Date.parse(at(6));
  expect(nextEvent(season, now)).toEqual({ event: 'answers', at: at(7), round: 1 });
  const stopped = { ...season, stoppedRounds: [{ round: 1, at: at(5) }] };
  expect(nextEvent(stopped, now)).toEqual({ event: 'asked', at: at(10), round: 2 });
});
