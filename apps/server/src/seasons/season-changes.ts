import type { SeasonFieldChange } from '@mutual-transfer/domain/seasons/season-changes';
import { datesOf, type WholeSeason } from './seasons.queries.ts';

/** Returns the settings that differ, with both values. A date of a round is named like `rounds.0.answersUntil`. */
export function changesOf(before: WholeSeason, after: WholeSeason): SeasonFieldChange[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function valuesOf(season: WholeSeason): Map<string, string | boolean> {
  const { name, order_name: order, consent, relieving } = season;
  const { rounds, ...dates } = datesOf(season);
  const ofRounds = rounds.flatMap((round, index) =>
    Object.entries(round).map(([field, date]) => [`rounds.${index}.${field}`, date] as const),
  );
  return new Map([...Object.entries({ name, order, consent, relieving, ...dates }), ...ofRounds]);
}
