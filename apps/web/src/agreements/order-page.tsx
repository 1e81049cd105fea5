import type { OrderValidity } from '@mutual-transfer/domain/administration/office-agreement';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { Form, SubmitRow } from '../form/form.tsx';

import type { FieldErrors } from '../form/form-values.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { orderPath } from '../platform/paths.ts';
import card from '../ui/card.module.css';
import { TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Tag } from '../ui/tag.tsx';

/** `staleTime` in milliseconds. The form checks a code, then navigates to the page of the code, which uses the same answer. */
const ANSWER_FRESH_MS = 10_000;

/** Public page that shows only whether the code printed on an order is valid. Checks a code in the URL when it opens. */
export default function OrderPage() {
  const { t } = useTranslation();
  const { code = '' } = useParams();
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('order.title')} />
      <div>
        <h1>{t('order.title')}</h1>
        <p className={page.lead}>{t('order.lead')}</p>
      </div>
      <div className={card.card}>
        <CodeForm code={code} key={code} />
        <div role="status">{code !== '' && <Validity code={code} />}</div>
      </div>
    </div>
  );
}

function CodeForm({ code }: { code: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initial: { code },
    check: (values): FieldErrors => (values.code.trim() === '' ? { code: t('order.missing') } : {}),
    send: (values) => client.fetchQuery(validityQuery(values.code.trim())),
    onDone: (_, values) => navigate(orderPath(values.code.trim())),
  });
  return (
    <Form form={form}>
      <TextField autoComplete="off" label={t('order.code')} maxLength={40} required {...form.text('code')} />
      <SubmitRow failed={t('order.failed')} form={form} texts={{ submit: t('order.check') }} />
    </Form>
  );
}

function Validity({ code }: { code: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(validityQuery(code));
  if (error !== null) {
    return <CallFailure error={error} onRetry={refetch} text={t('order.failed')} />;
  }
  if (data === undefined) return null;
  return (
    <p>
      {code}{' '}
      <Tag tone={data.valid ? 'good' : 'urgent'}>{t(data.valid ? 'order.valid' : 'order.invalid')}</Tag>
    </p>
  );
}

function validityQuery(code: string) {
  return queryOptions({
    queryKey: ['orders', code],
    queryFn: ({ signal }) => callApi<OrderValidity>(`/orders/${encodeURIComponent(code)}`, { signal }),
    staleTime: ANSWER_FRESH_MS,
  });
}
