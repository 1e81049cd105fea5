import type { LeakList } from '@mutual-transfer/domain/administration/leak-notice';
import {
  type LeakNotice,
  type LeakPreview,
  newLeakNoticeSchema,
} from '@mutual-transfer/domain/administration/leak-notice';
import { allLanguages, DEFAULT_LANGUAGE, languageEntry } from '@mutual-transfer/domain/language/language';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmAction } from '../form/dialogs.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { refreshAdmin } from './admin.queries.ts';
import { AdminList, useListPage } from './list/admin-list.tsx';
import type { Column } from './list/columns.ts';
import { freshPageQuery } from './list/page-query.ts';
import { ActionFailure } from './list/query-state.tsx';
import { fromIndiaTime } from './local-time.ts';
import { type TextName, textName, textsOf } from './new-announcement.tsx';
import { Section } from './section.tsx';

/** Notices after a leak: the form for a new one, and the register. */
export function Leaks({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const columns = useLeakColumns();
  const list = useListPage({
    queryOf: (search) => freshPageQuery<LeakList>(['admin', userId, 'leaks'], '/admin/leaks', search),
    rowsOf: ({ leaks }) => leaks,
  });
  return (
    <Section id="leaks" lead={t('admin.leaks.lead')} title={t('admin.leaks.title')}>
      <FocusedNotice notice={notice} />
      <details className={card.card}>
        <summary>{t('admin.leaks.new')}</summary>
        <LeakForm
          onSent={async () => {
            await refreshAdmin(client, userId, 'leaks');
            setNotice({ text: t('admin.leaks.sent') });
          }}
        />
      </details>
      <AdminList
        {...list}
        columns={columns}
        empty={t('admin.leaks.none')}
        keyOf={({ _id }) => _id}
        label={t('admin.leaks.title')}
      />
    </Section>
  );
}

function useLeakColumns(): Column<LeakNotice>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return [
    { id: 'when', header: t('admin.auditWhen'), value: ({ createdAt }) => formats.dateTime(createdAt) },
    {
      id: 'text',
      header: t('admin.announcements.text'),
      value: ({ texts }) =>
        Object.entries(texts).map(([language, text]) => (
          <p className={card.text} key={language} lang={language}>
            {text}
          </p>
        )),
    },
    {
      id: 'told',
      header: t('admin.leaks.told'),
      value: ({ told, recipients }) =>
        t('admin.leaks.toldOf', { told: formats.number(told), recipients: formats.number(recipients) }),
    },
    {
      id: 'source',
      header: t('admin.leaks.source'),
      value: ({ source }) => (source === 'list' ? t('admin.leaks.sources.list') : source),
    },
    { id: 'by', header: t('admin.administrator'), value: ({ createdBy }) => createdBy?.name },
  ];
}

const noSource = { source: 'list', list: '', account: '', address: '', from: '', until: '' };

type LeakValues = Readonly<Record<TextName, string>> & typeof noSource;

const emptyLeak: LeakValues = {
  ...noSource,
  ...Object.fromEntries(allLanguages().map((language) => [textName(language), ''])),
};

/** Returns the request body. The times of the form are local times in India. */
function leakOf({ source, list, account, address, from, until, ...texts }: LeakValues) {
  const stated = (values: object) =>
    Object.fromEntries(
      Object.entries(values)
        .map(([name, text]) => [name, String(text).trim()])
        .filter(([, text]) => text !== ''),
    );
  return {
    texts: textsOf(texts),
    ...(source === 'list'
      ? { list }
      : {
          lookedAt: {
            ...stated({ account, address }),
            from: fromIndiaTime(from, undefined),
            until: fromIndiaTime(until, undefined),
          },
        }),
  };
}

function atFields(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [
      name === 'texts' ? textName(DEFAULT_LANGUAGE) : name.replace(/^lookedAt\./, ''),
      text,
    ]),
  );
}

function LeakForm({ onSent }: { onSent: () => Promise<void> }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const [previewed, setPreviewed] = useState<{ body: object; preview: LeakPreview }>();
  const form = useForm({
    initial: emptyLeak,
    check: (values): FieldErrors => atFields(schemaErrors(newLeakNoticeSchema, leakOf(values), messages)),
    send: async (values) => {
      const body = leakOf(values);
      return { body, preview: await callApi<LeakPreview>('/admin/leaks/preview', { method: 'POST', body }) };
    },
    onDone: setPreviewed,
  });
  const sources = ['list', 'lookedAt'] as const;
  return (
    <Form form={form}>
      <div className={page.columns}>
        {allLanguages().map((language) => (
          <TextArea
            key={language}
            label={t('admin.announcements.textIn', { language: languageEntry(language).name })}
            lang={language}
            {...form.text(textName(language))}
          />
        ))}
      </div>
      <p className={page.soft}>{t('admin.leaks.textHint')}</p>
      <SelectField
        label={t('admin.leaks.source')}
        options={sources.map((value) => ({ value, label: t(`admin.leaks.sources.${value}`) }))}
        {...form.text('source')}
      />
      {form.values.source === 'list' ? (
        <ListFields form={form} />
      ) : (
        <div className={page.columns}>
          <TextField
            description={t('admin.leaks.accountHint')}
            label={t('admin.leaks.account')}
            {...form.text('account')}
          />
          <TextField label={t('admin.leaks.address')} {...form.text('address')} />
          <TextField
            label={t('admin.announcements.startsAt')}
            required
            type="datetime-local"
            {...form.text('from')}
          />
          <TextField
            label={t('admin.announcements.endsAt')}
            required
            type="datetime-local"
            {...form.text('until')}
          />
        </div>
      )}
      <SubmitRow
        failed={(error) => <ActionFailure error={error} text={t('common.failed')} />}
        form={form}
        texts={{ submit: t('admin.leaks.preview'), busy: t('admin.working') }}
      />
      {previewed && (
        <ConfirmLeak
          {...previewed}
          onClose={() => setPreviewed(undefined)}
          onSent={async () => {
            setPreviewed(undefined);
            form.reset(emptyLeak);
            await onSent();
          }}
        />
      )}
    </Form>
  );
}

interface ListFieldsProps {
  form: Pick<ReturnType<typeof useForm<LeakValues, unknown>>, 'text' | 'change'>;
}

/** The list as text, which a chosen file fills in. */
function ListFields({ form }: ListFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={page.near}>
      <TextArea
        description={t('admin.leaks.listHint')}
        label={t('admin.leaks.list')}
        required
        {...form.text('list')}
      />
      <input
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={t('admin.leaks.file')}
        onChange={async ({ currentTarget: { files } }) => {
          const [file] = files ?? [];
          if (file) form.change({ list: await file.text() });
        }}
        type="file"
      />
    </div>
  );
}

interface ConfirmLeakProps {
  body: object;
  preview: LeakPreview;
  onClose: () => void;
  onSent: () => Promise<void>;
}

function ConfirmLeak({
  body,
  preview: { recipients, outside, sms, unknown },
  onClose,
  onSent,
}: ConfirmLeakProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ConfirmAction
      act={() => callApi('/admin/leaks', { method: 'POST', body })}
      onClose={onClose}
      onDone={onSent}
      text={t('admin.leaks.reaches', { count: recipients, formatted: formats.number(recipients) })}
      texts={{ confirm: t('admin.leaks.send'), cancel: t('common.cancel'), failed: t('common.failed') }}
      title={t('admin.leaks.send')}
    >
      <p>{t('admin.leaks.outside', { number: formats.number(outside) })}</p>
      {sms > 0 && <p>{t('admin.leaks.sms', { number: formats.number(sms) })}</p>}
      {unknown > 0 && <p>{t('admin.leaks.unknown', { number: formats.number(unknown) })}</p>}
    </ConfirmAction>
  );
}
