import type { Acknowledgement } from '@mutual-transfer/domain/administration/complaint';
import { complaintTopics } from '@mutual-transfer/domain/administration/report-reasons';
import { COMPLAINT_MAXIMUM_LENGTH, NAME_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { type ReactNode, useState } from 'react';
import { Form, SubmitRow } from '../form/form.tsx';
import type { TextBinding } from '../form/form-values.ts';
import { type AnyForm, checkLazily, useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session.ts';
import { sendWithProof } from '../platform/with-proof.ts';
import { CaptchaCheck, useCaptcha } from '../sign-in/captcha.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';

const loadChecks = () => import('./complaint-checks.ts');

/** A complaint about the site, of a visitor or a member. */
export default function ComplaintPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [sent, setSent] = useState<Acknowledgement>();
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('operator.complaint.title')} />
      <div>
        <h1>{t('operator.complaint.title')}</h1>
        <p className={page.lead}>{t('operator.complaint.lead')}</p>
      </div>
      {sent !== undefined ? (
        <Acknowledged {...sent} />
      ) : session === null ? (
        <VisitorComplaint onSent={setSent} />
      ) : (
        <OwnComplaint onSent={setSent} />
      )}
    </div>
  );
}

/** The number of a complaint that was sent, and the time by which it is answered. */
function Acknowledged({ number, dueAt }: Acknowledgement) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <section className={page.panel} ref={focusIfLost} role="status" tabIndex={-1}>
      <h2>{t('operator.complaint.doneTitle')}</h2>
      <dl className={page.near}>
        <div>
          <dt>{t('operator.complaint.number')}</dt>
          <dd>
            <strong>{number}</strong>
          </dd>
        </div>
        <div>
          <dt>{t('operator.complaint.due')}</dt>
          <dd>
            <time dateTime={dueAt}>{formats.dateTime(dueAt)}</time>
          </dd>
        </div>
      </dl>
      <p>{t('operator.complaint.keep')}</p>
    </section>
  );
}

interface SentProps {
  onSent: (acknowledgement: Acknowledgement) => void;
}

function VisitorComplaint({ onSent }: SentProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const captcha = useCaptcha();
  const form = useForm({
    initial: { topic: '', words: '', name: '', contact: '' },
    check: async (values) =>
      captcha.check(
        await checkLazily(loadChecks, ({ schemaErrors, newComplaintSchema }) =>
          schemaErrors(newComplaintSchema, { ...values, ...captcha.body }, messages),
        ),
      ),
    send: (values) => sendWithProof<Acknowledgement>('/complaints', { ...values, ...captcha.body }),
    onDone: onSent,
    onRefused: captcha.refresh,
  });
  return (
    <ComplaintForm form={form} note={t('operator.complaint.visitor')}>
      <TextField
        autoComplete="name"
        label={t('operator.complaint.name')}
        maxLength={NAME_MAXIMUM_LENGTH}
        required
        {...form.text('name')}
      />
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        description={t('operator.complaint.contactHint')}
        label={t('operator.complaint.contact')}
        required
        spellCheck={false}
        {...form.text('contact')}
      />
      <CaptchaCheck captcha={captcha} form={form} />
    </ComplaintForm>
  );
}

function OwnComplaint({ onSent }: SentProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useForm({
    initial: { topic: '', words: '' },
    check: (values) =>
      checkLazily(loadChecks, ({ schemaErrors, ownComplaintSchema }) =>
        schemaErrors(ownComplaintSchema, values, messages),
      ),
    send: (body) => callApi<Acknowledgement>('/complaints/own', { method: 'POST', body }),
    onDone: onSent,
  });
  return <ComplaintForm form={form} note={t('operator.complaint.own')} />;
}

interface ComplaintFormProps {
  form: AnyForm & {
    text: (name: 'topic' | 'words') => TextBinding;
  };
  /** How the answer comes. */
  note: string;
  children?: ReactNode;
}

function ComplaintForm({ form, note, children }: ComplaintFormProps) {
  const { t } = useTranslation();
  const say = useMessages();
  return (
    <Form className={page.panel} form={form} onStart={() => void loadChecks().catch(() => {})}>
      <p>{note}</p>
      <SelectField
        label={t('operator.complaint.topic')}
        options={[
          { value: '', label: t('operator.complaint.choose') },
          ...complaintTopics.map((topic) => ({ value: topic, label: say(`report.${topic}`) })),
        ]}
        required
        {...form.text('topic')}
      />
      <TextArea
        description={t('operator.complaint.wordsHint')}
        label={t('operator.complaint.words')}
        maxLength={COMPLAINT_MAXIMUM_LENGTH}
        readOnly={form.isBusy}
        required
        {...form.text('words')}
      />
      {children}
      <SubmitRow
        failed={t('operator.complaint.failed')}
        form={form}
        isLarge
        texts={{ submit: t('operator.complaint.send'), busy: t('operator.complaint.sending') }}
      />
    </Form>
  );
}
