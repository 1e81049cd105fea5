import { useForm } from '@mantine/form';
import { nothingHidden } from '@mutual-transfer/domain/transfer-request-words';
import type { Session } from '@mutual-transfer/domain/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { checkLazily } from '../../api/check-lazily.ts';
import { ApiError, callApi } from '../../api/client.ts';
import { refreshOwn } from '../../api/queries.ts';
import { useDraft } from '../../api/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { focusFirst } from '../../ui/form-elements.ts';
import type { Posted } from './posted.ts';

const loadChecks = () => import('./request-checks.ts');

const DRAFT = 'transfer-request';
const mutationKey = ['post-request'];

/** The form of a request: prefilled from the teacher's account, checked by the API's own schema, kept as a draft. */
export function useRequestForm({ user }: Session, onPosted: (posted: Posted) => void) {
  const messages = useMessages();
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [parameters] = useSearchParams();
  const draft = useDraft(DRAFT, {
    desiredDistrict: user.desiredDistrict ?? '',
    desiredBlock: user.desiredBlock ?? '',
    subject: user.subject ?? '',
    classRange: user.classRange ?? '',
    reason: '',
    additionalInfo: '',
    urgency: 'medium',
    contactPreference: 'email',
    privacySettings: { ...nothingHidden },
  });
  const form = useForm({
    initialValues: { ...draft.initial, ...wishOf(parameters) },
    validate: (values) => checkLazily(loadChecks, ({ requestErrors }) => requestErrors(values, messages)),
    onValuesChange: draft.keep,
  });
  const posting = useMutation({
    mutationKey,
    mutationFn: (body: typeof form.values) =>
      callApi<{ data: Posted }>('/requests', { method: 'POST', body }),
    onSuccess: async ({ data }) => {
      draft.forget();
      onPosted(data);
      refreshOwn(client);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      form.setErrors(error.fields);
      focusFirst(element.current, error.fields);
    },
  });
  const submit = form.onSubmit(
    (values) => {
      if (client.isMutating({ mutationKey }) === 0) posting.mutate(values);
    },
    (errors) => focusFirst(element.current, errors),
  );
  const chooseDistrict = (district: string | null) =>
    form.setValues({ desiredDistrict: district ?? '', desiredBlock: '' });
  return {
    form,
    element,
    submit,
    isBusy: posting.isPending,
    error: posting.error ?? undefined,
    chooseDistrict,
  };
}

/** The place an address asks for, as advice does. */
function wishOf(parameters: URLSearchParams): { desiredDistrict?: string; desiredBlock?: string } {
  const district = parameters.get('district');
  return district === null ? {} : { desiredDistrict: district, desiredBlock: parameters.get('block') ?? '' };
}
