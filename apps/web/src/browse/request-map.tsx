import type { RequestMap as Demand } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { PlaceMap } from '../places/place-map.tsx';
import { callApi, hasFailed } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import { withFilter } from './list-search.ts';

const FRESH_FOR = 60_000;

/**
 * Number of teachers who want to move to each district, or to leave it. A press on a district filters the list by the desired place or by
 * the current place; a second press removes the filter.
 */
export default function RequestMap() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['request-map'],
    queryFn: ({ signal }) => callApi<Demand>('/requests/map', { signal }),
    staleTime: FRESH_FOR,
  });
  if (hasFailed({ data, error })) {
    return <CallFailure error={error} onRetry={refetch} text={t('browse.failedPublic')} />;
  }
  if (data === undefined) return <CardSkeletons />;
  const demand = new Map(data.districts.map((numbers) => [numbers.district, numbers]));
  return (
    <div className={page.near}>
      <p>
        <Link className={button.soft} to={paths.where}>
          {t('home.question')}
        </Link>
      </p>
      <PlaceMap
        label={t('browse.map')}
        measures={[
          { id: 'coming', label: t('browse.coming'), numberIn: (name) => demand.get(name)?.coming ?? 0 },
          { id: 'leaving', label: t('browse.leaving'), numberIn: (name) => demand.get(name)?.leaving ?? 0 },
        ]}
        renderPlace={({ place: district, measure, className, content }) => {
          const filter = measure === 'leaving' ? 'fromDistrict' : 'district';
          const isChosen = parameters.get(filter) === district;
          return (
            <Link
              aria-current={isChosen ? 'true' : undefined}
              className={className}
              preventScrollReset
              to={{ search: `${withFilter(parameters, filter, isChosen ? '' : district)}` }}
            >
              {content}
            </Link>
          );
        }}
      />
    </div>
  );
}
