import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { OfferTable } from '@mutual-transfer/matching/clearing/offer-table';
import {
  OffersFileError,
  readOffersFile,
  writeRingsFile,
} from '@mutual-transfer/matching/clearing/offers-file';
import {
  boundForPlan,
  type Plan,
  type PlanProgress,
  planOfWorld,
} from '@mutual-transfer/matching/clearing/plan';
import { worldOf } from '@mutual-transfer/matching/clearing/stratum-graph';
import { LONGEST_RING, requireRingLength, requireSurvival } from '@mutual-transfer/matching/offer';
import { readConfig } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { readOffersToPlan } from '../plans/offers-to-plan.ts';
import { readRulesBy } from '../rules/read-rules.ts';
import { runCommand } from '../run-command.ts';
import { StartupError } from '../startup-error.ts';

/**
 * `npm run plan -- --offers FILE.tsv --max-ring K --rings OUT.tsv --json`: the rings of at most K teachers that move
 * the most of them, of a file of offers or, without one, of the active requests in the database, where teachers are the
 * ids of users. One JSON object (or a summary) on standard output, progress on standard error.
 */
const USAGE = `Usage: npm run plan -- [--offers FILE.tsv] [--max-ring K] [--survival P] [--deep] [--seconds S]
  [--rings OUT.tsv] [--json]
Without a file it plans over the active requests of the database, by the rules of today. --deep goes on by column generation for minutes, as long as
the usual work takes or for S seconds, and tells how far each stratum can be from the best.`;
const PROGRESS_EVERY = 500;

interface PlanArguments {
  readonly offers: string | undefined;
  readonly rings: string | undefined;
  /** Undefined: what the rules allow. */
  readonly maxRing: number | undefined;
  readonly survival: number;
  readonly json: boolean;
  /** Seconds that the deep plan may take; Infinity for the usual work, 0 for none. */
  readonly deepSeconds: number;
}

/** Offers, and the most teachers that may swap as one group. */
interface OffersToPlan {
  readonly table: OfferTable;
  readonly largestGroup: number;
}

interface TimedPlan {
  readonly plan: Plan;
  readonly boundMs: number;
  readonly planMs: number;
}

await runCommand(async () => {
  const input = readArguments();
  await refuseOverwriting(input);
  const { table, largestGroup } = await readTable(input.offers);
  const maxRing = Math.min(input.maxRing ?? largestGroup, largestGroup);
  const timed = timedPlan(table, { ...input, maxRing });
  if (input.rings !== undefined) await writeRings(input.rings, timed.plan);
  console.info(input.json ? JSON.stringify(figures(timed)) : summary(timed));
});

function readArguments(): PlanArguments {
  const values = parsed();
  return {
    offers: values.offers,
    rings: values.rings,
    maxRing: values['max-ring'] === undefined ? undefined : ringLength(values['max-ring']),
    survival: checked(() => requireSurvival(number(values.survival, 1))),
    json: values.json === true,
    deepSeconds: deepSeconds(values),
  };
}

function ringLength(text: string): number {
  return checked(() => requireRingLength(number(text, Number.NaN)));
}

function parsed() {
  try {
    return parseArgs({
      options: {
        offers: { type: 'string' },
        'max-ring': { type: 'string' },
        survival: { type: 'string' },
        rings: { type: 'string' },
        json: { type: 'boolean' },
        deep: { type: 'boolean' },
        seconds: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StartupError(error instanceof Error ? `${error.message}\n${USAGE}` : USAGE);
  }
}

function deepSeconds({ deep, seconds }: { readonly deep?: boolean; readonly seconds?: string }): number {
  if (deep !== true && seconds !== undefined) throw new StartupError('--seconds is for --deep alone.');
  if (deep !== true) return 0;
  const limit = number(seconds, Number.POSITIVE_INFINITY);
  if (limit > 0) return limit;
  throw new StartupError(`--seconds must be above 0, not ${seconds}.`);
}

function number(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** The value, or what is wrong with it in one sentence for the person who typed it. */
function checked(check: () => number): number {
  try {
    return check();
  } catch (error) {
    throw new StartupError(error instanceof RangeError ? error.message : USAGE);
  }
}

/** The rings would take the place of the offers they were planned from. */
async function refuseOverwriting({ offers, rings }: PlanArguments): Promise<void> {
  if (offers === undefined || rings === undefined) return;
  const [read, written] = await Promise.all([offers, rings].map((file) => stat(file).catch(() => undefined)));
  if (read !== undefined && written !== undefined && read.ino === written.ino && read.dev === written.dev)
    throw new StartupError('--rings must not name the file of --offers.');
}

/** Where the offers come from: a file, or the active requests of the database. */
async function readTable(file: string | undefined): Promise<OffersToPlan> {
  if (file === undefined) return readDatabase();
  try {
    const table = await readOffersFile(file, (warning) => process.stderr.write(`Warning: ${warning}\n`));
    return { table, largestGroup: LONGEST_RING };
  } catch (error) {
    if (error instanceof OffersFileError) throw new StartupError(`${file}, ${error.message}`);
    throw new StartupError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function readDatabase(): Promise<OffersToPlan> {
  const database = await openDatabase(readConfig());
  try {
    await migrate(database);
    const client = await database.pool.connect();
    try {
      const rules = await readRulesBy(client, new Date());
      const { table } = await readOffersToPlan(client, rules);
      return { table, largestGroup: rules.largestGroup };
    } finally {
      client.release();
    }
  } finally {
    await database.close();
  }
}

/** Times are of computing alone: the table is read before. `planMs` is the whole plan, the bound included. */
function timedPlan(
  table: OfferTable,
  { maxRing, survival, deepSeconds }: PlanArguments & { readonly maxRing: number },
): TimedPlan {
  const onProgress = progressOnStandardError();
  const start = performance.now();
  const world = worldOf(table);
  const boundStart = performance.now();
  const bound = boundForPlan(world, { onProgress });
  const boundMs = performance.now() - boundStart;
  const deepEnd = start + deepSeconds * 1000;
  const deep = deepSeconds > 0 ? { isOver: () => performance.now() > deepEnd } : undefined;
  const plan = planOfWorld(world, bound, { maxRing, survival, onProgress, deep });
  return { plan, boundMs: Math.round(boundMs), planMs: Math.round(performance.now() - start) };
}

function progressOnStandardError(): (progress: PlanProgress) => undefined {
  let last = performance.now();
  return ({ stage, done, strata }) => {
    if (performance.now() - last < PROGRESS_EVERY && done < strata) return;
    last = performance.now();
    process.stderr.write(`${stage}: ${done} of ${strata} strata\n`);
  };
}

async function writeRings(file: string, plan: Plan): Promise<void> {
  try {
    await writeRingsFile(file, plan.rings);
  } catch (error) {
    throw new StartupError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

function figures({ plan, boundMs, planMs }: TimedPlan) {
  const { rings: _rings, offers, teachers, bound, moved, ringsByLength, share, perStratum, ...others } = plan;
  return { offers, teachers, bound, boundMs, moved, planMs, ringsByLength, share, perStratum, ...others };
}

function summary({ plan, boundMs, planMs }: TimedPlan): string {
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
  const lengths = Object.entries(plan.ringsByLength).map(([length, count]) => `${count} of ${length}`);
  return [
    `${plan.offers} offers of ${plan.teachers} teachers in ${plan.perStratum.length} strata`,
    `Pairs alone move ${plan.pairsOnly} teachers (${percent(plan.pairsOnly, plan.teachers)}).`,
    `Rings of at most ${plan.maxRing} move ${plan.moved} (${percent(plan.moved, plan.teachers)}).`,
    `Expected moves when each member goes through with a chance of ${plan.survival}: ${plan.expectedMoves.toFixed(1)}.`,
    `Rings: ${lengths.join(', ') || 'none'}.`,
    `Rings of at most ${plan.maxRing} could move at most ${plan.cappedBound}: the gap is ${(100 * plan.gap).toFixed(2)} %.`,
    `Without a cap at most ${plan.bound} could move; the plan reaches ${percent(plan.moved, plan.bound)} of that.`,
    `The bound took ${boundMs} ms, the whole plan ${planMs} ms.`,
  ].join('\n');
}
