import type { RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';

/**
 * What kind of world is made. `statewide` spreads teachers as the state does: for benches and large worlds.
 * `showcase` gathers them in the commonest subjects, the largest districts and a few blocks of each, so that two
 * thousand teachers hold as many perfect matches and rings as a much larger world. `seasoned` is spread like the first
 * after years of use: five requests of four teachers, three of the five active, the others ended in every way there is.
 */
export type PresetName = 'statewide' | 'showcase' | 'seasoned';

/** The figures behind a preset. */
export interface Preset {
  /** Population to this power is a district's weight. */
  readonly districtExponent: number;
  /** A block's weight falls with its rank in the district to this power; towns rank first. */
  readonly blockFalloff: number;
  /** A subject's or category's weight within its class level is its plain share to this power. */
  readonly stratumExponent: number;
  /** Share of teachers who do not state their category. */
  readonly categoryNotStated: number;
  /** Share of teachers with an active request. */
  readonly activeShare: number;
  /** Share of teachers with a request that is not active any more. */
  readonly endedShare: number;
  /** How those ended, and how often in so many. */
  readonly endings: readonly (readonly [EndedStatus, number])[];
}

/** What becomes of a request that is no longer active. */
export type EndedStatus = Exclude<RequestStatus, 'active'>;

const statewide: Preset = {
  districtExponent: 1,
  blockFalloff: 0,
  stratumExponent: 1,
  categoryNotStated: 0.08,
  activeShare: 0.85,
  endedShare: 0.07,
  endings: [
    ['pending', 35],
    ['completed', 25],
    ['withdrawn', 40],
  ],
};

/** The presets by name. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  statewide,
  showcase: { ...statewide, districtExponent: 2.5, blockFalloff: 2.6, stratumExponent: 1.9 },
  seasoned: {
    ...statewide,
    // Who has active requests has 1.144 on average: three quarters as many as there are teachers.
    activeShare: 0.6557,
    endedShare: 0.5,
    endings: [
      ['pending', 20],
      ['completed', 30],
      ['withdrawn', 25],
      ['expired', 25],
    ],
  },
};
