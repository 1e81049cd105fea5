import { blocks, districtByCode } from '@mutual-transfer/domain/reference/places';
import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';

/** How the worlds of the bench are drawn. */
export interface GravityOptions {
  readonly offers: number;
  readonly seed: number;
  /** Share of offers that accept any block of one district. Default 0. */
  readonly anyBlockShare?: number;
  /** Share of teachers with a second row in the same stratum. Default 0. */
  readonly secondRowShare?: number;
}

const STRATA = 60;
/** Stratum sizes fall as the power of their rank: the largest of 60 holds a fifth of all. */
const STRATUM_SKEW = 1;
/** Weight of a wish falls as this power of the distance in kilometres, beyond the nearest few. */
const DISTANCE_POWER = 1;
const NEAR_KILOMETRES = 15;
const KILOMETRES_A_DEGREE = 111;
/** Blocks lie around their district's headquarters: their own coordinates are not in the reference data. */
const BLOCK_SPREAD_DEGREES = 0.25;
/** How unequal places are: attraction is the exponential of a normal number times this; postings lean the other way. */
const ATTRACTION_SPREAD = 0.9;

interface Model {
  readonly codes: readonly string[];
  readonly districtBlocks: readonly (readonly string[])[];
  readonly postingSums: Float64Array;
  readonly wishSums: readonly Float64Array[];
  readonly stratumSums: Float64Array;
}

/**
 * Offers one by one: a posting by size of place, a wish by gravity (attraction of the place over a power of the
 * distance), a stratum by rank. The same options give the same offers.
 */
export function* gravityOffers(options: GravityOptions): Generator<Offer> {
  const random = randomFrom(options.seed);
  const model = gravityModel();
  const { anyBlockShare = 0, secondRowShare = 0 } = options;
  for (let made = 0; made < options.offers; made++) {
    const from = draw(model.postingSums, random());
    const stratum = `s${String(draw(model.stratumSums, random())).padStart(2, '0')}`;
    const wish = (): string[] => {
      const to = draw(model.wishSums[from] ?? new Float64Array(1), random());
      return random() < anyBlockShare ? [...(model.districtBlocks[to] ?? [])] : [model.codes[to] ?? ''];
    };
    const base = {
      teacher: `t${String(made).padStart(7, '0')}`,
      from: model.codes[from] ?? '',
      stratum,
      waitingSince: 1_700_000_000_000 + Math.floor(random() * 60_000_000) * 1000,
    };
    yield { ...base, to: wish() };
    if (random() < secondRowShare && ++made < options.offers) yield { ...base, to: wish() };
  }
}

function gravityModel(): Model {
  const random = randomFrom(38);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const spots = blocks.map((block) => {
    const district = districtByCode(block.districtCode);
    const isTown = /sadar|town|urban/.test(block.code) || block.code === block.districtCode;
    return {
      latitude: district.latitude + (isTown ? 0 : (random() - 0.5) * 2 * BLOCK_SPREAD_DEGREES),
      longitude: district.longitude + (isTown ? 0 : (random() - 0.5) * 2 * BLOCK_SPREAD_DEGREES),
      attraction: Math.exp(ATTRACTION_SPREAD * normal()) * (isTown ? 6 : 1),
      postings: Math.exp(0.4 * normal()),
    };
  });
  const wishSums = spots.map((here, from) =>
    sums(
      spots.map((there, to) => {
        const kilometres =
          KILOMETRES_A_DEGREE *
          Math.hypot(here.latitude - there.latitude, 0.9 * (here.longitude - there.longitude));
        return from === to ? 0 : there.attraction / (NEAR_KILOMETRES + kilometres) ** DISTANCE_POWER;
      }),
    ),
  );
  const byDistrict = Map.groupBy(blocks, (block) => block.districtCode);
  return {
    codes: blocks.map((block) => block.code),
    districtBlocks: blocks.map((block) => (byDistrict.get(block.districtCode) ?? []).map(({ code }) => code)),
    postingSums: sums(spots.map((spot) => spot.postings)),
    wishSums,
    stratumSums: sums(Array.from({ length: STRATA }, (_, rank) => 1 / (rank + 1) ** STRATUM_SKEW)),
  };
}

/** Running sums of the weights, the last one 1. */
function sums(weights: readonly number[]): Float64Array {
  const running = new Float64Array(weights.length);
  let sum = 0;
  weights.forEach((weight, index) => {
    sum += weight;
    running[index] = sum;
  });
  return running.map((value) => value / sum);
}

/** The index whose share of the running sums holds the number. */
function draw(running: Float64Array, number: number): number {
  let low = 0;
  let high = running.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (running[middle] > number) high = middle;
    else low = middle + 1;
  }
  return low;
}
