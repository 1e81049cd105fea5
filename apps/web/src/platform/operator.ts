import type { SiteOperator } from '@mutual-transfer/domain/pages';
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

/** Returns true if the operator keeps the registration data of erased accounts, sealed. */
export function useSealsRecords(): boolean {
  return useRouteLoaderData<{ sealsRecords: boolean }>('root')?.sealsRecords ?? false;
}
