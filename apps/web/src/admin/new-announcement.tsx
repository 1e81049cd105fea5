import {
  ANNOUNCEMENT_DAYS,
  type AnnouncementPreview,
  newAnnouncementSchema,
} from '@mutual-transfer/domain/administration/announcement';
import { allLanguages, languageEntry } from '@mutual-transfer/domain/language/language';
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
import { CheckList, CollapsibleCheckboxes } from '../ui/fields/check-list.tsx';
import { TextArea, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { ActionFailure } from './list/query-state.tsx';
import { fromIndiaTime } from './local-time.ts';
import { useOwnDistricts, usePlaceAndSubjectOptions } from './people-filters.ts';

export type TextName = `texts.${string}`;

/** Values of the announcement form. Dates are local times in India. */
type AnnouncementValues = Readonly<Record<TextName, string>> & {
  startsAt: string;
  endsAt: string;
};

/** Returns the name of the form field, and of its error, for the text in a language. */
export function textName(language: string): TextName {
  return `texts.${language}`;
}

/** Returns the initial form values: published immediately. @param texts Texts by language, empty if omitted. */
function initialAnnouncement(texts: Readonly<Record<string, string>> = {}): AnnouncementValues {
  return {
    startsAt: '',
    endsAt: '',
    ...Object.fromEntries(allLanguages().map((language) => [textName(language), texts[language] ?? ''])),
  };
}

export function textsOf(values: Readonly<Record<TextName, string>>): Record<string, string> {
  const texts: [string, string][] = allLanguages().flatMap((language) => {
    const text = (values[textName(language)] ?? '').trim();
    return text === '' ? [] : [[language, text]];
  });
  return Object.fromEntries(texts);
}

/**
 * Returns the request body, with only the texts that are not empty.
 *
 * @param districts Districts to reach. Empty for the whole state.
 */
function announcementOf(values: AnnouncementValues, districts: readonly string[]) {
  const { startsAt, endsAt } = values;
  return {
    texts: textsOf(values),
    ...(districts.length > 0 && { districts }),
    ...(startsAt !== '' && { startsAt: fromIndiaTime(startsAt, undefined) }),
    ...(endsAt !== '' && { endsAt: fromIndiaTime(endsAt, undefined) }),
  };
}

interface Previewed {
  body: ReturnType<typeof announcementOf>;
  preview: AnnouncementPreview;
}

interface NewAnnouncementProps {
  onSent: () => void;
  suggested?: Readonly<Record<string, string>> | undefined;
}

/** Form of an announcement, which is sent after a preview with the number of recipients. */
export function NewAnnouncementForm({ onSent, suggested }: NewAnnouncementProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const messages = useMessages();
  const { districts } = usePlaceAndSubjectOptions();
  const own = useOwnDistricts();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [previewed, setPreviewed] = useState<Previewed>();
  const bodyOf = (values: AnnouncementValues) => announcementOf(values, chosen.length > 0 ? chosen : own);
  const form = useForm({
    initial: initialAnnouncement(suggested),
    check: (values): FieldErrors =>
      atFirstText(schemaErrors(newAnnouncementSchema, bodyOf(values), messages)),
    send: async (values) => {
      const body = bodyOf(values);
      const path = '/admin/announcements/preview';
      return { body, preview: await callApi<AnnouncementPreview>(path, { method: 'POST', body }) };
    },
    onDone: setPreviewed,
  });
  const days = { number: formats.number(ANNOUNCEMENT_DAYS) };
  return (
    <Form form={form}>
      <div className={page.columns}>
        {allLanguages().map((language) => (
          <TextArea
            key={language}
            label={t('admin.announcements.textIn', { language: t(`admin.order.languages.${language}`) })}
            lang={language}
            {...form.text(textName(language))}
          />
        ))}
      </div>
      <p className={page.soft}>{t('admin.announcements.textHint')}</p>
      <CollapsibleCheckboxes
        hint={t(
          own.length > 0 ? 'admin.announcements.ownDistrictsHint' : 'admin.announcements.districtsHint',
        )}
        title={t('rounds.someDistricts')}
      >
        <CheckList chosen={chosen} onChange={setChosen} options={districts} />
      </CollapsibleCheckboxes>
      <div className={page.columns}>
        <TextField
          description={t('admin.announcements.startsHint')}
          label={t('admin.announcements.startsAt')}
          type="datetime-local"
          {...form.text('startsAt')}
        />
        <TextField
          description={t('admin.announcements.endsHint', days)}
          label={t('admin.announcements.endsAt')}
          type="datetime-local"
          {...form.text('endsAt')}
        />
      </div>
      <SubmitRow
        failed={(error) => <ActionFailure error={error} text={t('common.failed')} />}
        form={form}
        texts={{ submit: t('admin.announcements.preview'), busy: t('admin.working') }}
      />
      {previewed && (
        <ConfirmSending
          {...previewed}
          onClose={() => setPreviewed(undefined)}
          onSent={() => {
            setPreviewed(undefined);
            form.reset(initialAnnouncement());
            setChosen([]);
            onSent();
          }}
        />
      )}
    </Form>
  );
}

function atFirstText({ texts, ...errors }: FieldErrors): FieldErrors {
  const [first = ''] = allLanguages();
  return texts === undefined ? errors : { [textName(first)]: texts, ...errors };
}

interface ConfirmSendingProps extends Previewed {
  onClose: () => void;
  onSent: () => void;
}

/** Shows the preview in each language, and the number of teachers who are notified. */
function ConfirmSending({ body, preview, onClose, onSent }: ConfirmSendingProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const count = preview.recipients;
  return (
    <ConfirmAction
      act={() => callApi('/admin/announcements', { method: 'POST', body })}
      isHarmless
      onClose={onClose}
      onDone={() => {
        onSent();
        return client.invalidateQueries({ queryKey: ['admin'] });
      }}
      text={t('admin.announcements.reaches', { count, formatted: formats.number(count) })}
      texts={{
        confirm: t('admin.announcements.send'),
        cancel: t('common.cancel'),
        failed: t('common.failed'),
      }}
      title={t('admin.announcements.send')}
    >
      {allLanguages().map((language) => (
        <div key={language}>
          <p className={page.soft}>{languageEntry(language).name}</p>
          <p className={`${page.well} ${card.text}`} lang={language}>
            {preview.texts[language]}
          </p>
        </div>
      ))}
    </ConfirmAction>
  );
}
