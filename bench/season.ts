import { parseArgs } from 'node:util';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { gravityOffers } from '../packages/matching/bench/gravity.ts';
import { countMoved, movedInOneShot, SimulatedSeason } from './simulated-season.ts';

/**
 * `npm run season`: compares the number of teachers who move in a season of proposals, by a plan shown once, and by
 * pairs alone. `--consent before|after`: consent precedes or follows the plan. `--silent 0.2`: a fifth of
 * the accounts say that they are ready and never answer; `--proven 0.9`: nine in ten of the others have a proven phone.
 */
const { values } = parseArgs({
  options: {
    teachers: { type: 'string', default: '60000' },
    accept: { type: 'string', default: '0.8' },
    'answer-hours': { type: 'string', default: '20' },
    days: { type: 'string', default: '14' },
    seed: { type: 'string', default: '1' },
    consent: { type: 'string', default: 'after' },
    silent: { type: 'string', default: '0' },
    proven: { type: 'string', default: '1' },
  },
});
const { consent } = values;
if (consent !== 'before' && consent !== 'after') throw new RangeError('--consent takes before or after.');
const teachers = Number(values.teachers);
const [accept, days, seed] = [Number(values.accept), Number(values.days), Number(values.seed)];
const [silent, proven] = [Number(values.silent), Number(values.proven)];
const season = new SimulatedSeason(gravityOffers({ offers: teachers, seed }), {
  ...{ accept, days, seed, consent, silent, proven },
  answerHours: Number(values['answer-hours']),
});
const start = performance.now();
season.run();
const seconds = (performance.now() - start) / 1_000;

const count = (number: number) => number.toLocaleString('en-IN');
const { agreements, movedByDay } = season;
const completed = agreements.filter(({ standing }) => standing.state === 'completed');
const byState = Map.groupBy(agreements, ({ standing }) => standing.state);
const states = [...byState].map(([state, { length }]) => `${count(length)} ${state}`).join(', ');
const ready = season.teachers.filter(({ readyUntil }) => readyUntil !== null).length;

console.info(
  `${count(teachers)} teachers, p = ${accept}, ${days} days, consent ${consent} the plan, seed ${seed}, silent ${silent}, proven ${proven}`,
);
console.info(`Pairs alone:          ${count(movedInOneShot(season.teachers, 2))} move`);
console.info(`One plan, shown once: ${count(movedInOneShot(season.teachers, firstRules.largestGroup))} move`);
console.info(
  `The season:           ${count(countMoved(agreements))} move, of whom ${count(countMoved(completed))} have joined`,
);
console.info(`Ready at the end ${count(ready)}; ${count(agreements.length)} proposals: ${states}`);
console.info(`In agreements by day: ${movedByDay.join(' ')}`);
console.info(`${seconds.toFixed(1)} s`);
