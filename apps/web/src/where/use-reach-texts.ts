import type { PlaceReach } from '@mutual-transfer/domain/matching/reach';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { stateOf } from './place-numbers.ts';

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
