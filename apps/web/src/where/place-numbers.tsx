import type { PlaceDemand, PlaceReach } from '@mutual-transfer/domain/matching/demand';

import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

/** Numbers of one place: demand of all teachers, and for a teacher the reach of their requests. */
export interface PlaceNumbers extends PlaceDemand {
  reach: PlaceReach | undefined;
}

/** Returns demand and reach of the same places, by English name. Visitors have no reach. */
export function placeNumbers(
  demand: readonly PlaceDemand[],
  reach: readonly PlaceReach[] = [],
): ReadonlyMap<string, PlaceNumbers> {
  const reached = new Map(reach.map((one) => [one.place, one]));
  return new Map(demand.map((one) => [one.place, { ...one, reach: reached.get(one.place) }]));
}

type ReachState =
  /** A request leads to the place, by a swap or a ring. */
  | { kind: 'now'; length: number }
  /** The place is desired, but no swap or ring leads to it. */
  | { kind: 'wished' }
  /** One more request would lead to the place. */
  | { kind: 'opens'; length: number; pairs: number }
  | { kind: 'closed' };

function stateOf({ isWished, now, shortest, pairs }: PlaceReach): ReachState {
  if (now !== null) return { kind: 'now', length: now };
  if (shortest !== null) return { kind: 'opens', length: shortest, pairs };
  return { kind: isWished ? 'wished' : 'closed' };
}

const SWAP = 2;

/** Returns formatters of the reach of the user's requests: sentences, and short forms for a table. */
export function useReachTexts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const ring = (length: number) =>
    length === SWAP ? t('where.swap') : t('where.ringOf', { length: formats.number(length) });
  const opens = ({ shortest, pairs }: PlaceReach) =>
    pairs > 0
      ? t('where.opensSwaps', { count: pairs, formatted: formats.number(pairs) })
      : t('where.opensRing', { length: formats.number(shortest ?? 0) });
  const sentences = (reach: PlaceReach): string[] => {
    const state = stateOf(reach);
    if (state.kind === 'opens') return [opens(reach)];
    if (state.kind !== 'now') return [t(`where.state.${state.kind}`)];
    const isShorter = reach.shortest !== null && reach.shortest < state.length;
    return [t('where.now', { ring: ring(state.length) }), ...(isShorter ? [opens(reach)] : [])];
  };
  const short = (reach: PlaceReach): string => {
    const state = stateOf(reach);
    if (state.kind === 'now') return t('where.nowShort', { ring: ring(state.length) });
    if (state.kind === 'opens') return t('where.opensShort', { ring: ring(state.length) });
    return t(`where.stateShort.${state.kind}`);
  };
  return { sentences, short };
}

/** Number of teachers of the same subject and level who want to leave the place and to come. */
export function DemandSentence({ numbers: { leaving, coming } }: { numbers: PlaceNumbers }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return <p>{t('where.demand', { leaving: formats.number(leaving), coming: formats.number(coming) })}</p>;
}
