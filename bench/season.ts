import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { gravityOffers } from '../packages/matching/bench/gravity.ts';
import { readOptions } from './options.ts';
import { movedInOneShot } from './season/one-shot.ts';
import { Season } from './season/season.ts';

/** `npm run season`: compares the number of teachers who move in a season of proposals, by a plan shown once, and by pairs alone. `--consent before|after` the plan. */
const given = readOptions({
  teachers: [60_000, 2, 1_000_000],
  accept: [0.8, 0, 1],
  'answer-hours': [20, 1, 1_000],
  days: [14, 1, 60],
  seed: [1, 0, 2 ** 31],
  consent: 'after',
});
const { consent } = given;
if (consent !== 'before' && consent !== 'after') throw new RangeError('--consent takes before or after.');
const options = { ...given, answerHours: given['answer-hours'], consent } as const;
const season = new Season(gravityOffers({ offers: options.teachers, seed: options.seed }), options);
const start = performance.now();
const { moved, completed, ready, proposals, states, movedByDay } = season.run();
const seconds = (performance.now() - start) / 1_000;
const count = (number: number) => number.toLocaleString('en-IN');

console.info(
  `${count(options.teachers)} teachers, p = ${options.accept}, ${options.days} days, consent ${consent} the plan, seed ${options.seed}`,
);
console.info(`Pairs alone:          ${count(movedInOneShot(season.teachers, 2))} move`);
console.info(`One plan, shown once: ${count(movedInOneShot(season.teachers, firstRules.largestGroup))} move`);
console.info(`The season:           ${count(moved)} move, of whom ${count(completed)} have joined`);
console.info(`Ready at the end ${count(ready)}; ${count(proposals)} proposals: ${JSON.stringify(states)}`);
console.info(`In agreements by day: ${movedByDay.join(' ')}`);
console.info(`${seconds.toFixed(1)} s`);
