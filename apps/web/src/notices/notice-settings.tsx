import {
  type NoticeChannel,
  type NoticeChoices,
  type NoticeSettings,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
  smsTopics,
} from '@mutual-transfer/domain/notices/notice-settings';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../form/call-failure.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { isSubscribed, NotAllowed, subscribe, unsubscribe } from '../platform/push-device.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import { noticeSettingsQuery } from './notices.queries.ts';

type Ticks = Readonly<Record<`${NoticeChannel}.${NoticeTopic}`, boolean>>;

/** Form values of the notice choices: a tick for each topic and channel, and the hours as options. */
type NoticeValues = Ticks & {
  isQuiet: boolean;
  isDaily: boolean;
  from: string;
  until: string;
};

/** Initial quiet hours. */
const SUGGESTED = { from: 22, until: 7 };

export function noticeValues({ channels, quietHours, isDaily }: NoticeChoices): NoticeValues {
  const ticks = Object.fromEntries(
    noticeChannels.flatMap((channel) =>
      noticeTopics.map((topic) => [`${channel}.${topic}`, channels[topic].includes(channel)]),
    ),
  );
  const { from, until } = quietHours ?? SUGGESTED;
  const hours = { isQuiet: quietHours !== null, from: String(from), until: String(until) };
  // The names are each channel with each topic.
  return { ...(ticks as Ticks), ...hours, isDaily };
}

export function choicesOf(values: NoticeValues): NoticeChoices {
  const { isQuiet, isDaily, from, until } = values;
  return {
    channels: recordOf(noticeTopics, (topic) =>
      noticeChannels.filter((channel) => values[`${channel}.${topic}`]),
    ),
    quietHours: isQuiet ? { from: Number(from), until: Number(until) } : null,
    isDaily,
  };
}

const KEY = ['push-device'];

/** Switches push notices for this browser. */
function OwnDevice({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: isOn } = useQuery({ queryKey: KEY, queryFn: isSubscribed });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const change = useAction(() => (isOn ? unsubscribe() : subscribe(pushKey)), refresh);
  const { error } = change;
  const refused = error instanceof NotAllowed ? t('notices.refused') : t('notices.failed');
  return (
    <div className={page.stack}>
      <CallFailure error={error} text={refused} />
      <div className={page.buttons}>
        <Button isBusy={change.isBusy} onClick={() => change.run()}>
          {t(isOn ? 'notices.unsubscribe' : 'notices.subscribe')}
        </Button>
      </div>
    </div>
  );
}

/** Form for notices by topic and channel, and for quiet hours. */
export function OwnNotices({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(noticeSettingsQuery(userId));
  if (query.isError && query.data === undefined) {
    return <CallFailure error={query.error} onRetry={query.refetch} text={t('notices.failedLoad')} />;
  }
  if (query.data === undefined) return <CardSkeletons />;
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
            {(channel === 'sms' ? smsTopics : noticeTopics).map((topic) => (
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
      <SubmitRow
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
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const formats = useFormats();
  const options = hours.map((hour) => ({ value: String(hour), label: formats.hour(hour) }));
  return <SelectField options={options} {...props} />;
}
