import {
  type SupportSettings as Settings,
  supportSettings,
} from '@mutual-transfer/domain/administration/administration';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { supportQuery } from '../../platform/api/support.queries.ts';
import { useFreshQuery } from '../../platform/api/use-fresh-query.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import page from '../../ui/page.module.css';
import { ActionFailure } from '../action-failure.tsx';
import { QueryState } from '../query-state.tsx';

/** Form for the support address and the address of the state portal. */
export function SupportSettings() {
  const { t } = useTranslation();
  const query = useFreshQuery(supportQuery);
  return (
    <section aria-labelledby="support-settings" className={card.card}>
      <h2 id="support-settings">{t('admin.support')}</h2>
      <p className={page.soft}>{t('admin.supportHint')}</p>
      <QueryState query={query} text={t('admin.failedSupport')} />
      {query.data && <SupportForm settings={query.data} />}
    </section>
  );
}

function SupportForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const form = useForm({
    initial: { supportEmail: settings.supportEmail, portalUrl: settings.portalUrl ?? '' },
    check: (values) => schemaErrors(supportSettings, bodyOf(values), messages),
    send: (values) => callApi<Settings>('/admin/support', { method: 'PUT', body: bodyOf(values) }),
    onDone: (saved) => client.setQueryData(supportQuery.queryKey, (known) => known && { ...known, ...saved }),
  });
  return (
    <Form form={form}>
      <EmailField autoComplete="off" label={t('admin.supportEmail')} {...form.text('supportEmail')} />
      <TextField
        autoComplete="off"
        description={t('admin.portalUrlHint')}
        inputMode="url"
        label={t('admin.portalUrl')}
        {...form.text('portalUrl')}
      />
      <FormEnd
        done={t('admin.supportSaved')}
        failed={(error) => <ActionFailure error={error} text={t('admin.failedSupportSave')} />}
        form={form}
        texts={{ submit: t('admin.supportSave'), busy: t('common.saving') }}
      />
    </Form>
  );
}

/** Returns the request body. An empty portal address removes the stored one. */
function bodyOf({ supportEmail, portalUrl }: { supportEmail: string; portalUrl: string }) {
  return { supportEmail, portalUrl: portalUrl.trim() === '' ? null : portalUrl.trim() };
}
