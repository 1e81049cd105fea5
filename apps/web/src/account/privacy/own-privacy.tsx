import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { askAgain } from '../../platform/api/queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { profileQuery } from '../../platform/session/profile.ts';
import { updateUser, useSession } from '../../platform/session/session.ts';
import { CheckField } from '../../ui/fields/check-field.tsx';
import page from '../../ui/page.module.css';

/** Privacy settings of the account. A request may hide more. */
export function OwnPrivacy({ settings, userId }: { settings: PrivacySettings; userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const session = useSession();
  const form = useForm({
    initial: { ...settings },
    check: () => ({}),
    send: (privacySettings) =>
      callApi<Account>('/auth/privacy', { method: 'PUT', body: { privacySettings } }),
    onDone: (account) => {
      client.setQueryData(profileQuery(userId).queryKey, account);
      updateUser(session?.token, account);
      void askAgain(client, 'requests');
    },
  });
  return (
    <Form form={form}>
      <p>{t('account.privacyHint')}</p>
      {privacyKeys.map((key) => (
        <CheckField key={key} label={t(`hide.${key}`)} {...form.toggle(key)} />
      ))}
      {form.values.hideName && !form.values.hideEmail && (
        <p className={page.soft}>{t('account.nameInEmail')}</p>
      )}
      <FormEnd
        done={t('privacy.saved')}
        failed={t('privacy.failed')}
        form={form}
        kind="soft"
        texts={{ submit: t('privacy.save'), busy: t('common.saving') }}
      />
    </Form>
  );
}
