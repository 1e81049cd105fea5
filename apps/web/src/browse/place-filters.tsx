import type { FilterName } from '@mutual-transfer/domain/requests/request-filters';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useReference } from '../places/places.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import chip from '../ui/chip.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import { withFilter } from './list-search.ts';

const RequestMap = lazyPart(() => import('./request-map.tsx'));

/** Map of the districts. Loads when first opened. */
export function MapFilter() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={card.card}
      // The user may have opened the `details` element before hydration.
      ref={(details) => {
        if (details?.open) setOpen(true);
      }}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('browse.map')}</summary>
      {isOpen && (
        <Suspense fallback={<CardSkeletons />}>
          <RequestMap />
        </Suspense>
      )}
    </details>
  );
}

/** Filters of places: a district, and a block in it. */
const nearbyFilters = [
  ['district', 'block'],
  ['fromDistrict', 'fromBlock'],
] as const satisfies readonly (readonly [FilterName, FilterName])[];

/** Links for a list without results: the whole district of a selected block, and the neighbours of a selected district. */
export function NearbyPlaces() {
  const { t } = useTranslation();
  const names = useNames();
  const [parameters] = useSearchParams();
  const [filter, block] = nearbyFilters.find(([name]) => (parameters.get(name) ?? '') !== '') ?? [];
  const district = filter === undefined ? '' : (parameters.get(filter) ?? '');
  const known = useReference(district !== '')?.districts.find(({ name }) => name === district);
  if (filter === undefined || block === undefined || known === undefined) return null;
  const hasBlock = (parameters.get(block) ?? '') !== '';
  return (
    <nav aria-label={t('browse.nearby')} className={page.near}>
      <p>{t('browse.nearby')}</p>
      <ul className={page.chips}>
        {hasBlock && (
          <li>
            <Link
              className={chip.chip}
              preventScrollReset
              to={{ search: `${withFilter(parameters, block, '')}` }}
            >
              {t('browse.wholeDistrict', { district: names.district(district) })}
            </Link>
          </li>
        )}
        {known.neighbours.map((neighbour) => (
          <li key={neighbour}>
            <Link
              className={chip.chip}
              preventScrollReset
              to={{ search: `${withFilter(parameters, filter, neighbour)}` }}
            >
              {names.district(neighbour)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
