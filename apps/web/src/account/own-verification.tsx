import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import { typedDigits } from '@mutual-transfer/domain/language/typed-values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../form/call-failure.tsx';
import { Form, SubmitRow } from '../form/form.tsx';

import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { profileQuery } from '../platform/profile.ts';
import { useSupportEmail } from '../platform/support.queries.ts';
import { useAction } from '../platform/use-action.ts';
import { withProof } from '../platform/with-proof.ts';
import { focusIfLost } from '../ui/element-refs.ts';
import { CodeField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { CodeSent, SendCodeButton } from './code-sent.tsx';

/** Verification state, with verification by a code sent to the phone. */
export function OwnVerification({ account, userId }: { account: Account; userId: string }) {
  const { t } = useTranslation();
  const supportEmail = useSupportEmail();
  const asking = useAction(() =>
    withProof(({ proof }) => {
      const query = proof === undefined ? '' : `?${new URLSearchParams({ proof })}`;
      return callApi<PhoneCodeSent>(`/auth/phone-verification${query}`, { method: 'POST' });
    }),
  );
  const [wasVerified] = useState(account.isVerified);
  if (account.isVerified) {
    return (
      <p ref={wasVerified ? undefined : focusIfLost} role="status" tabIndex={-1}>
        {t('account.isVerified')}
      </p>
    );
  }
  return (
    <div className={page.stack}>
      <p>
        {t('account.verifyHint')}{' '}
        {supportEmail !== '' && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      </p>
      <CallFailure error={asking.error} text={t('account.failed')} />
      <SendCodeButton isBusy={asking.isBusy} onClick={() => asking.run()} sent={asking.data}>
        {t('account.sendCode', { phone: account.phone ?? '' })}
      </SendCodeButton>
      <CodeSent sent={asking.data} />
      {asking.data !== undefined && <CodeForm userId={userId} />}
    </div>
  );
}

function CodeForm({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initial: { phoneCode: '' },
    check: ({ phoneCode }): Record<string, string> =>
      /^\d{6}$/.test(typedDigits(phoneCode)) ? {} : { phoneCode: t('account.codeNeeded') },
    send: ({ phoneCode }) =>
      callApi<Account>('/auth/phone-verification', {
        method: 'PUT',
        body: { phoneCode: typedDigits(phoneCode) },
      }),
    onDone: (account) => client.setQueryData(profileQuery(userId).queryKey, account),
  });
  return (
    <Form form={form}>
      <CodeField label={t('register.code')} required {...form.text('phoneCode')} />
      <SubmitRow
        failed={t('account.failed')}
        form={form}
        kind="soft"
        texts={{ submit: t('account.verify') }}
      />
    </Form>
  );
}
