import { blocksOfDistrict } from '@mutual-transfer/domain/reference/places';
import type { Geography, Spot } from './geography.ts';
import { type Random, Weighted } from './random.ts';

/** Place where a teacher would like to be posted; a null block means any block of the district. */
export interface DrawnWish {
  districtCode: string;
  blockCode: string | null;
}

const ANY_BLOCK_SHARE = 0.18;
const ANY_BLOCK_AT_HOME_SHARE = 0.02;
const TRIES = 8;

type Pull = (geography: Geography, home: Spot, random: Random) => Spot;

const pulls = new Weighted<Pull>([
  [(_geography, home) => home, 0.4],
  [(geography, home, random) => geography.block(home.districtCode, random), 0.16],
  [(geography, home, random) => geography.town(home.districtCode, random), 0.16],
  [(geography, home, random) => geography.city(home, random), 0.15],
  [(geography, home, random) => geography.surroundings(home, random), 0.13],
]);

/** Draws a desired place for a teacher from `home` who is posted in `posting`, never the block of the posting. */
export function drawWish(geography: Geography, home: Spot, posting: Spot, random: Random): DrawnWish {
  for (let tries = 0; tries < TRIES; tries++) {
    const spot = pulls.draw(random)(geography, home, random);
    const sameDistrict = spot.districtCode === posting.districtCode;
    if (random.chance(sameDistrict ? ANY_BLOCK_AT_HOME_SHARE : ANY_BLOCK_SHARE))
      return { districtCode: spot.districtCode, blockCode: null };
    if (spot.blockCode !== posting.blockCode) return spot;
  }
  const other = blocksOfDistrict(posting.districtCode).find(({ code }) => code !== posting.blockCode);
  return { districtCode: posting.districtCode, blockCode: other?.code ?? null };
}
