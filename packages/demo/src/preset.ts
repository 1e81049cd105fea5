import type { RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';

/**
 * Kinds of generated data sets. `statewide` distributes teachers as in the state, for benchmarks and large data sets.
 * `showcase` concentrates them in the most common subjects, the largest districts and a few blocks of each, so that
 * two thousand teachers have as many perfect matches and rings as a much larger data set. `seasoned` distributes
 * teachers like `statewide` and adds years of use: five requests per four teachers, three of the five active, the
 * other two pending, completed, withdrawn or expired.
 */
export type PresetName = 'statewide' | 'showcase' | 'seasoned';

/** Parameters of a generated data set. */
export interface Preset {
  /** Exponent that turns a district's population into its weight. */
  districtExponent: number;
  /** Exponent by which a block's weight falls with its rank in the district; towns rank first. */
  blockFalloff: number;
  /**
   * Exponent that turns the share of a subject or category within its class level into its weight: above 1 common ones become more common.
   */
  stratumExponent: number;
  /** Fraction of teachers who do not state their category. */
  categoryNotStated: number;
  /** Fraction of teachers with an active request. */
  activeShare: number;
  /** Fraction of teachers with a request that is no longer active. */
  endedShare: number;
  /** Weights of the ways in which those requests ended. */
  endings: readonly (readonly [EndedStatus, number])[];
}

/** Status of a request that is no longer active. */
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

export const presets: Readonly<Record<PresetName, Preset>> = {
  statewide,
  showcase: { ...statewide, districtExponent: 2.5, blockFalloff: 2.6, stratumExponent: 1.9 },
  seasoned: {
    ...statewide,
    // Teachers with active requests have 1.144 of them on average: three active requests per four teachers.
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
