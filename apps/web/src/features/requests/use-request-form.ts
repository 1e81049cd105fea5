import { nothingHidden } from '@mutual-transfer/domain/transfer-request-words';
import type { Session } from '@mutual-transfer/domain/user';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApi } from '../../api/client.ts';
import { refreshOwn } from '../../api/queries.ts';
import { checkLazily } from '../../form/check-lazily.ts';
import { useForm } from '../../form/use-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import type { Posted } from './posted.ts';

const loadChecks = () => import('./request-checks.ts');

/** The form of a request: prefilled from the teacher's account, and kept as a draft. */
export function useRequestForm({ user }: Session, onPosted: (posted: Posted) => void) {
  const messages = useMessages();
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
      ...nothingHidden,
      sendForReview: false,
      ...wish,
    },
    check: (values) =>
      checkLazily(loadChecks, ({ requestErrors }) => requestErrors(requestBody(values), messages)),
    send: (values) => callApi<{ data: Posted }>('/requests', { method: 'POST', body: requestBody(values) }),
    onDone: ({ data }) => {
      onPosted(data);
      refreshOwn(client);
    },
    draft: {
      form: 'transfer-request',
      without: ['sendForReview', ...(wish ? (['desiredDistrict', 'desiredBlock'] as const) : [])],
    },
  });
}

/** The place an address asks for, as advice does. */
function wishOf(parameters: URLSearchParams): { desiredDistrict: string; desiredBlock: string } | undefined {
  const district = parameters.get('district');
  if (district === null) return undefined;
  return { desiredDistrict: district, desiredBlock: parameters.get('block') ?? '' };
}

/** What is sent for what the form holds. */
function requestBody<Values extends typeof nothingHidden>(values: Values) {
  const { hideName, hidePhone, hideEmail, hideSchoolName, ...others } = values;
  return { ...others, privacySettings: { hideName, hidePhone, hideEmail, hideSchoolName } };
}
