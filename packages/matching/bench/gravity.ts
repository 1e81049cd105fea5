import { blocks, districtByCode } from '@mutual-transfer/domain/reference/places';
import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';

/** Parameters of a generated world. */
export interface GravityOptions {
  offers: number;
  seed: number;
  /** Share of offers that accept any block of one district. Default 0. */
  anyBlockShare?: number;
  /** Share of teachers with a second row in the same stratum. Default 0. */
  secondRowShare?: number;
}

const STRATA = 60;
/** Exponent of stratum sizes by rank: with 1 the largest of 60 strata holds a fifth of all offers. */
const STRATUM_SKEW = 1;
/** Exponent of the distance in kilometres by which the weight of a wish falls, beyond the nearest few. */
const DISTANCE_POWER = 1;
const NEAR_KILOMETRES = 15;
const KILOMETRES_A_DEGREE = 111;
/**
 * Half the side of the square around the district's headquarters in which blocks are placed, because the reference
 * data contains no coordinates of blocks.
 */
const BLOCK_SPREAD_DEGREES = 0.25;
/** Standard deviation of log attraction. Postings are drawn independently of attraction. */
const ATTRACTION_SPREAD = 0.9;

interface Model {
  codes: readonly string[];
  districtBlocks: readonly (readonly string[])[];
  postingSums: Float64Array;
  wishSums: readonly Float64Array[];
  stratumSums: Float64Array;
}

/**
 * Generates offers one by one: the posting by size of place, the wish by gravity (attraction of the place divided by a power of the
 * distance), the stratum by rank. The same options give the same offers.
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

/** Returns the running sums of the weights, scaled so that the last is 1. */
function sums(weights: readonly number[]): Float64Array {
  const running = new Float64Array(weights.length);
  let sum = 0;
  weights.forEach((weight, index) => {
    sum += weight;
    running[index] = sum;
  });
  return running.map((value) => value / sum);
}

/** Returns the index whose interval of the running sums contains the number. */
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
