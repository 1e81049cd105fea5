import { type NoticeSettings, noticeTopics } from '@mutual-transfer/domain/notices/notice-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../form/call-failure.tsx';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { noticeSettingsQuery } from '../notices.queries.ts';
import { choicesOf, noticeValues } from './notice-settings-values.ts';
import { OwnDevice } from './push-on-device.tsx';

/** Form for notices by topic and channel, and for quiet hours. */
export function OwnNotices({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(noticeSettingsQuery(userId));
  if (query.isError && query.data === undefined) {
    return <CallFailure error={query.error} onRetry={query.refetch} text={t('notices.failedLoad')} />;
  }
  if (query.data === undefined) return <CardSkeletons label={t('common.loading')} />;
  if (query.data.available.length === 0) return <p>{t('notices.none')}</p>;
  return <Choices settings={query.data} userId={userId} />;
}

function Choices({ settings, userId }: { settings: NoticeSettings; userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initial: noticeValues(settings.choices),
    check: () => ({}),
    send: (values) =>
      callApi<NoticeSettings>('/notices/settings', { method: 'PUT', body: choicesOf(values) }),
    onDone: (settings) => client.setQueryData(noticeSettingsQuery(userId).queryKey, settings),
  });
  return (
    <Form form={form}>
      <p>{t('notices.lead')}</p>
      <div className={page.columns}>
        {settings.available.map((channel) => (
          <fieldset className={page.tight} key={channel}>
            <legend>{t(`notices.channel.${channel}`)}</legend>
            {channel === 'push' && <OwnDevice pushKey={settings.pushKey ?? ''} />}
            {channel === 'sms' && <p className={page.soft}>{t('notices.smsHint')}</p>}
            {noticeTopics.map((topic) => (
              <CheckField
                key={topic}
                label={t(`notices.topic.${topic}`)}
                {...form.toggle(`${channel}.${topic}`)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <CheckField label={t('notices.daily')} {...form.toggle('isDaily')} />
      <CheckField label={t('notices.quiet')} {...form.toggle('isQuiet')} />
      {form.values.isQuiet && (
        <div className={page.columns}>
          <HourField label={t('notices.from')} {...form.text('from')} />
          <HourField label={t('notices.until')} {...form.text('until')} />
        </div>
      )}
      <FormEnd
        done={t('notices.saved')}
        failed={t('notices.failed')}
        form={form}
        kind="soft"
        texts={{ submit: t('notices.save') }}
      />
    </Form>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function HourField(props: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const formats = useFormats();
  const options = hours.map((hour) => ({ value: String(hour), label: formats.hour(hour) }));
  return <SelectField options={options} {...props} />;
}
