import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { CreatedRequest } from '@mutual-transfer/domain/matching/match';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { checkLazily } from '../../form/check-lazily.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useReading } from '../../platform/i18n/language.tsx';
import { showPosted } from '../requests.queries.ts';
import { noPlaces, type PlaceValues, placesOf } from './acceptable-places.ts';
import type { RequestValues } from './request-values.ts';

const loadChecks = () => import('./request-checks.ts');

/** Called with the posted requests. The form stays busy until the promise resolves. */
export type OnPosted = (requests: readonly TransferRequest[]) => unknown;

/** Returns the form of new requests: prefilled from the teacher's account, and stored as a draft. */
export function useRequestForm({ user }: Session, onPosted: OnPosted) {
  const messages = useMessages();
  const { language } = useReading();
  const client = useQueryClient();
  const [parameters] = useSearchParams();
  const wish = wishOf(parameters);
  return useForm({
    initial: {
      desiredDistrict: user.desiredDistrict ?? '',
      desiredBlock: user.desiredBlock ?? '',
      subject: user.subject ?? '',
      classRange: user.classRange ?? '',
      reason: '',
      additionalInfo: '',
      urgency: 'medium',
      contactPreference: 'email',
      ...noPlaces,
      ...nothingHidden,
      sendForReview: false,
      ...wish,
    },
    check: (values) =>
      checkLazily(loadChecks, ({ requestErrors }) => requestErrors(requestBody(values), messages)),
    send: (values) => callApi<CreatedRequest>('/requests', { method: 'POST', body: requestBody(values) }),
    onDone: async ({ data }) => {
      await showPosted(client, { userId: user._id, language }, data);
      return onPosted([data.request, ...data.alsoPosted]);
    },
    draft: {
      form: 'transfer-request',
      without: ['sendForReview', ...(wish ? (['desiredDistrict', 'desiredBlock'] as const) : [])],
    },
  });
}

/** Returns the desired place in the URL, set for example by links of advice. */
function wishOf(parameters: URLSearchParams): { desiredDistrict: string; desiredBlock: string } | undefined {
  const district = parameters.get('district');
  if (district === null) return undefined;
  return { desiredDistrict: district, desiredBlock: parameters.get('block') ?? '' };
}

type PostedValues = RequestValues & PlaceValues & typeof nothingHidden & { readonly sendForReview: boolean };

function requestBody(values: PostedValues) {
  const { hideName, hidePhone, hideEmail, hideSchoolName, places: _places, ...others } = values;
  const stated = Object.entries(others).filter(([name]) => !name.startsWith('alsoAcceptable.'));
  return {
    ...Object.fromEntries(stated),
    privacySettings: { hideName, hidePhone, hideEmail, hideSchoolName },
    alsoAcceptable: placesOf(values),
  };
}
