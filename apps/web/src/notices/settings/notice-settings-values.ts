import {
  type NoticeChannel,
  type NoticeChoices,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
} from '@mutual-transfer/domain/notices/notice-settings';
import { recordOf } from '@mutual-transfer/domain/record-names';

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

/** Returns the form values as choices. */
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
