import type { PrivacyFacts, SiteOperator } from '@mutual-transfer/domain/pages';
import { useRouteLoaderData } from 'react-router';

/** Before the data of the visit is known, as on the page of an error. */
const unknown: SiteOperator = {
  ...{ kind: 'founder', name: '', address: '', email: '' },
  ...{ phone: '', grievanceOfficer: '', gstin: '' },
};

/** Returns who runs the site. */
export function useOperator(): SiteOperator {
  return useRouteLoaderData<{ operator: SiteOperator }>('root')?.operator ?? unknown;
}

/** Returns what the privacy notice says of this server. */
export function usePrivacyFacts(): PrivacyFacts {
  return (
    useRouteLoaderData<{ privacy: PrivacyFacts }>('root')?.privacy ?? { receivers: [], sealsRecords: false }
  );
}
