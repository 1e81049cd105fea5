/**
 * What kind of world is made. `statewide` spreads teachers as the state does: for benches and large worlds.
 * `showcase` gathers them in the commonest subjects, the largest districts and a few blocks of each, so that two
 * thousand teachers hold as many perfect matches and rings as a much larger world.
 */
export type PresetName = 'statewide' | 'showcase';

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
}

/** The presets by name. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  statewide: { districtExponent: 1, blockFalloff: 0, stratumExponent: 1, categoryNotStated: 0.08 },
  showcase: { districtExponent: 2.5, blockFalloff: 2.6, stratumExponent: 1.9, categoryNotStated: 0.08 },
};
