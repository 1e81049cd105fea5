import {
  type NoticeChannel,
  type NoticeChoices,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
} from '@mutual-transfer/domain/notices/notice-settings';

type Ticks = Readonly<Record<`${NoticeChannel}.${NoticeTopic}`, boolean>>;

/** Form values of the notice choices: a tick for each topic and channel, and the hours as options. */
export type NoticeValues = Ticks & {
  readonly isQuiet: boolean;
  readonly isDaily: boolean;
  readonly from: string;
  readonly until: string;
};

/** Initial quiet hours. */
const SUGGESTED = { from: 22, until: 7 };

/** Returns the choices as form values. */
export function noticeValues({ channels, quietHours, isDaily }: NoticeChoices): NoticeValues {
  const ticks: Record<string, boolean> = Object.fromEntries(
    noticeChannels.flatMap((channel) =>
      noticeTopics.map((topic) => [`${channel}.${topic}`, channels[topic].includes(channel)]),
    ),
  );
  const { from, until } = quietHours ?? SUGGESTED;
  const hours = { isQuiet: quietHours !== null, from: String(from), until: String(until) };
  return { ...(ticks as Ticks), ...hours, isDaily };
}

/** Returns the form values as choices. */
export function choicesOf(values: NoticeValues): NoticeChoices {
  const chosen = noticeTopics.map((topic) => [
    topic,
    noticeChannels.filter((channel) => values[`${channel}.${topic}`]),
  ]);
  const { isQuiet, isDaily, from, until } = values;
  return {
    channels: Object.fromEntries(chosen) as NoticeChoices['channels'],
    quietHours: isQuiet ? { from: Number(from), until: Number(until) } : null,
    isDaily,
  };
}
