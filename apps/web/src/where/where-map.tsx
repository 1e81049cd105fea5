import { Link } from 'react-router';
import { PlaceMap } from '../places/place-map.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import type { Band, MapProps, Measure } from '../ui/tile-map.tsx';
import { useWhereAddress } from './place-choice.tsx';
import type { PlaceNumbers } from './place-numbers.tsx';

interface WhereMapProps {
  places: ReadonlyMap<string, PlaceNumbers>;
  /** Shows the reach of the teacher's requests. */
  isOwn: boolean;
}

/** Map of the districts. A press zooms to the blocks of one, where a press selects a block. */
export function WhereMap({ places, isOwn }: WhereMapProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { district, block, searchWith, answerWith } = useWhereAddress();
  const demand = useDemandMeasures(places);
  const reach = useReachMeasures(places);
  const measures: MapProps['measures'] = isOwn ? [...reach, ...demand] : demand;
  return (
    <section className={page.near}>
      {district !== '' && (
        <p>
          <Link
            className={`${button.quiet} ${button.flush}`}
            preventScrollReset
            to={searchWith({ wish: '', block: '' })}
          >
            {t('where.backToAll')}
          </Link>
        </p>
      )}
      <PlaceMap
        district={district}
        label={district === '' ? t('browse.map') : t('where.mapOf', { district: names.district(district) })}
        measures={measures}
        renderPlace={({ place, className, content }) => (
          <Link
            aria-current={district !== '' && block === place ? 'true' : undefined}
            className={className}
            preventScrollReset
            to={answerWith(district === '' ? { wish: place } : { block: block === place ? '' : place })}
          >
            {content}
          </Link>
        )}
        {...(isOwn && {
          marked: { label: t('where.inReach'), has: (place) => isNow(places.get(place)) },
        })}
      />
    </section>
  );
}

function isNow(numbers: PlaceNumbers | undefined): boolean {
  return numbers?.reach !== undefined && numbers.reach.now !== null;
}

type Measures = readonly [Measure, Measure];

/** Returns the numbers of teachers who want to leave and to come. */
function useDemandMeasures(places: ReadonlyMap<string, PlaceNumbers>): Measures {
  const { t } = useTranslation();
  const measure = (id: 'leaving' | 'coming', label: string): Measure => ({
    id,
    label,
    numberIn: (place) => places.get(place)?.[id] ?? 0,
  });
  return [measure('leaving', t('browse.leaving')), measure('coming', t('browse.coming'))];
}

/** Colour bands of ring lengths: the shorter, the darker. */
const lengths: readonly Band[] = [
  { step: 0, from: 0, to: 0 },
  { step: 4, from: 2, to: 2 },
  { step: 3, from: 3, to: 4 },
  { step: 2, from: 5, to: 7 },
  { step: 1, from: 8, to: 10 },
];

/**
 * Returns the measures of a teacher's reach: length of the shortest ring to a place, including rings that need one more request, and number
 * of possible direct swaps.
 */
function useReachMeasures(places: ReadonlyMap<string, PlaceNumbers>): Measures {
  const { t } = useTranslation();
  const formats = useFormats();
  const labels: Readonly<Record<number, string>> = { 0: t('where.noRing'), 4: t('where.swapOfTwo') };
  return [
    {
      id: 'shortest',
      label: t('where.shortest'),
      numberIn: (place) => places.get(place)?.reach?.shortest ?? 0,
      textIn: (place) => {
        const shortest = places.get(place)?.reach?.shortest;
        return typeof shortest === 'number' ? formats.number(shortest) : '–';
      },
      bands: lengths.map((band) => {
        const label = labels[band.step];
        return label === undefined ? band : { ...band, label };
      }),
    },
    {
      id: 'pairs',
      label: t('where.pairs'),
      numberIn: (place) => places.get(place)?.reach?.pairs ?? 0,
    },
  ];
}
