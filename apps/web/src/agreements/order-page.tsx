import type { OrderValidity } from '@mutual-transfer/domain/administration/office-agreement';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Form } from '../form/form.tsx';
import { FormEnd } from '../form/form-end.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/api/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Tag } from '../ui/tag.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Public page that says whether the code printed on an order is valid, and nothing else about the order. */
export default function OrderPage() {
  const { t } = useTranslation();
  const { code = '' } = useParams();
  const [checked, setChecked] = useState<OrderValidity & { readonly code: string }>();
  const form = useForm({
    initial: { code },
    check: (values): FieldErrors => (values.code.trim() === '' ? { code: t('order.missing') } : {}),
    send: (values) => callApi<OrderValidity>(`/orders/${encodeURIComponent(values.code.trim())}`),
    onDone: ({ valid }, values) => setChecked({ valid, code: values.code.trim() }),
  });
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('order.title')} />
      <div>
        <h1>{t('order.title')}</h1>
        <p className={page.lead}>{t('order.lead')}</p>
      </div>
      <div className={card.card}>
        <Form form={form}>
          <TextField
            autoComplete="off"
            label={t('order.code')}
            maxLength={40}
            required
            {...form.text('code')}
          />
          <FormEnd failed={t('order.failed')} form={form} texts={{ submit: t('order.check') }} />
        </Form>
        <div role="status">
          {checked && (
            <p>
              {checked.code}{' '}
              <Tag tone={checked.valid ? 'good' : 'urgent'}>
                {t(checked.valid ? 'order.valid' : 'order.invalid')}
              </Tag>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
