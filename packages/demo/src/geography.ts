import { blocksOfDistrict, type District, districts } from '@mutual-transfer/domain/reference/places';
import { cityPulls, districtWeights } from './place-weights.ts';
import type { Preset } from './preset.ts';
import { type Random, Weighted } from './random.ts';

/** Block of Bihar. */
export interface Spot {
  districtCode: string;
  blockCode: string;
}

const KILOMETRES_A_DEGREE = 111.2;
/** Kilometres added to every distance, to bound the attraction of nearby places. */
const NEARNESS = 40;
const TOWN_WEIGHT = 1.5;

/** Draws homes, postings and wishes by a gravity model over the distances between districts. */
export class Geography {
  readonly #homes: Weighted<string>;
  readonly #blocks: ReadonlyMap<string, Weighted<string>>;
  readonly #postingsByHome: ReadonlyMap<string, Weighted<string>>;
  readonly #placesNear: ReadonlyMap<string, Weighted<string>>;
  readonly #citiesNear: ReadonlyMap<string, Weighted<string>>;

  constructor(preset: Preset) {
    const mass = (code: string) => (districtWeights[code]?.people ?? 1) ** preset.districtExponent;
    this.#homes = new Weighted(districts.map(({ code }) => [code, mass(code)]));
    this.#blocks = new Map(districts.map(({ code }) => [code, blockWeights(code, preset.blockFalloff)]));
    this.#postingsByHome = gravity(
      districts.map((district) => [district, mass(district.code)]),
      1,
    );
    this.#placesNear = gravity(
      districts.map((district) => [district, mass(district.code)]),
      2,
    );
    const cities = new Map(cityPulls);
    this.#citiesNear = gravity(
      districts.map((district) => [district, cities.get(district.code) ?? 0]),
      1,
    );
  }

  home(random: Random): Spot {
    return this.#blockOf(this.#homes.draw(random), random);
  }

  /** Draws the posting of a teacher from that home, rarely near it. */
  posting(home: Spot, random: Random): Spot {
    return this.#blockOf(near(this.#postingsByHome, home).draw(random), random);
  }

  /** Draws the headquarters of a district, or another of its towns. */
  town(districtCode: string, random: Random): Spot {
    const towns = townsOf(districtCode);
    return { districtCode, blockCode: random.chance(0.7) ? (towns[0] ?? '') : random.pick(towns) };
  }

  /** Draws a town in the districts of the five large cities; near ones are more likely. */
  city(home: Spot, random: Random): Spot {
    return this.town(near(this.#citiesNear, home).draw(random), random);
  }

  /** Draws a place near the home. */
  surroundings(home: Spot, random: Random): Spot {
    return this.#blockOf(near(this.#placesNear, home).draw(random), random);
  }

  block(districtCode: string, random: Random): Spot {
    return this.#blockOf(districtCode, random);
  }

  #blockOf(districtCode: string, random: Random): Spot {
    const blocks = this.#blocks.get(districtCode);
    if (blocks === undefined) throw new RangeError(`No district has the code ${districtCode}`);
    return { districtCode, blockCode: blocks.draw(random) };
  }
}

function near(tables: ReadonlyMap<string, Weighted<string>>, home: Spot): Weighted<string> {
  const table = tables.get(home.districtCode);
  if (table === undefined) throw new RangeError(`No district has the code ${home.districtCode}`);
  return table;
}

/** Returns, for each district, a distribution over all districts: mass divided by the distance to the given power. */
function gravity(masses: readonly (readonly [District, number])[], power: number) {
  return new Map(
    districts.map((origin) => [
      origin.code,
      new Weighted(
        masses.map(([target, mass]) => [target.code, mass / (distance(origin, target) + NEARNESS) ** power]),
      ),
    ]),
  );
}

/** Returns the kilometres between two headquarters on a plane, which is accurate enough within one state. */
function distance(first: District, second: District): number {
  const shrink = Math.cos((((first.latitude + second.latitude) / 2) * Math.PI) / 180);
  const north = (first.latitude - second.latitude) * KILOMETRES_A_DEGREE;
  const east = (first.longitude - second.longitude) * KILOMETRES_A_DEGREE * shrink;
  return Math.hypot(north, east);
}

function blockWeights(districtCode: string, falloff: number): Weighted<string> {
  const towns = townsOf(districtCode);
  const villages = blocksOfDistrict(districtCode).filter(({ code }) => !towns.includes(code));
  const ranked = [...towns, ...villages.map(({ code }) => code)];
  return new Weighted(
    ranked.map((code, rank) => [code, (rank < towns.length ? TOWN_WEIGHT : 1) / (rank + 1) ** falloff]),
  );
}

function townsOf(districtCode: string): readonly string[] {
  return districtWeights[districtCode]?.towns ?? [];
}
