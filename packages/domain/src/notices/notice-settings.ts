import { z } from 'zod';
import type { AlertKind } from './alert.ts';

/** What a teacher chooses by: the kinds of notices, as they would group them. */
export const noticeTopics = ['matches', 'messages', 'agreements', 'rounds', 'requests', 'account'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** How a notice reaches a teacher outside the product. Within it each notice is among the alerts. */
export const noticeChannels = ['email', 'push', 'sms'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** The topic that each kind of notice belongs to. */
export const topicOfKind: Readonly<Record<AlertKind, NoticeTopic>> = {
  message: 'messages',
  agreement_message: 'messages',
  perfect_match: 'matches',
  ring: 'matches',
  invitation: 'matches',
  proposal: 'agreements',
  proposal_yes: 'agreements',
  agreed: 'agreements',
  agreement_ended: 'agreements',
  agreement_step: 'agreements',
  deadline_near: 'agreements',
  readiness_round: 'rounds',
  readiness_ending: 'rounds',
  request_expiring: 'requests',
  request_removed: 'requests',
  message_removed: 'account',
  report_decided: 'account',
  reported: 'account',
  phone_claimed: 'account',
  contact_seen_often: 'account',
  password_reset: 'account',
  payment_refunded: 'account',
};

const hour = z.int().min(0).max(23);

/** Hours of the day in India in which nothing is sent: from the first until the second, over midnight where it is the smaller one. */
const quietHours = z
  .strictObject({ from: hour, until: hour })
  .refine(({ from, until }) => from !== until, { error: 'quietHours.same', path: ['until'] });

const channels = z.array(z.enum(noticeChannels)).max(noticeChannels.length);

const channelsByTopic = z.strictObject({
  matches: channels,
  messages: channels,
  agreements: channels,
  rounds: channels,
  requests: channels,
  account: channels,
} satisfies Record<NoticeTopic, typeof channels>);

/** `PUT /notices/settings`: which topics are sent by which channels, when not, and whether once a day in one message. */
export const noticeChoices = z
  .strictObject({
    channels: channelsByTopic,
    quietHours: quietHours.nullable(),
    isDaily: z.boolean(),
  })
  .meta({ id: 'NoticeChoices' });

export type NoticeChoices = z.infer<typeof noticeChoices>;

/** `GET /notices/settings`: the choices, and which channels this server has for this teacher. */
export const noticeSettings = z
  .strictObject({
    data: z.strictObject({
      choices: noticeChoices,
      available: z.array(z.enum(noticeChannels)),
      pushKey: z.string().optional().describe('The public VAPID key that a browser subscribes with'),
      pushDevices: z.int().describe('How many browsers of this teacher take notices'),
    }),
  })
  .meta({ id: 'NoticeSettings' });

export type NoticeSettings = z.infer<typeof noticeSettings>;

/** What a teacher has chosen who chose nothing yet. */
export const defaultChoices: NoticeChoices = {
  channels: {
    matches: ['email', 'push'],
    messages: ['email', 'push'],
    agreements: ['email', 'push'],
    rounds: ['email', 'push'],
    requests: ['email', 'push'],
    account: ['email', 'push'],
  },
  quietHours: { from: 22, until: 7 },
  isDaily: false,
};

/** An uncompressed point of P-256 in base64url: 65 bytes, of which the first is 4 (RFC 8291, section 3.1). */
const publicKey = z.string().regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]=?$/);

/** The 16 bytes of the authentication secret in base64url (RFC 8291, section 3.2). */
const authSecret = z.string().regex(/^[\w-]{21}[AQgw](==)?$/);

/** `POST /notices/devices`: a push subscription as the browser's `PushSubscription.toJSON()` gives it (W3C Push API). */
export const pushDevice = z
  .strictObject({
    endpoint: z.url({ protocol: /^https$/ }).max(1_000),
    keys: z.strictObject({ p256dh: publicKey, auth: authSecret }),
    isKnown: z
      .literal(true)
      .optional()
      .describe(
        'Only where this browser takes notices of this account already; that of another account is forgotten',
      ),
  })
  .meta({ id: 'PushDevice' });

export type PushDevice = z.infer<typeof pushDevice>;

/** The body of calls that a signed link of a notice makes: the link's token. */
export const linkToken = z.strictObject({ token: z.string().max(600) }).meta({ id: 'LinkToken' });
