import { z } from 'zod';
import { recordKeys, recordOf } from '../record-names.ts';

/** Ways in which a notice reaches a teacher outside the product. In the product every notice is in the list of alerts. */
export const noticeChannels = ['email', 'push', 'sms'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** Groups of notices, each of which a teacher chooses channels for, with the channels of a teacher who has not chosen. */
const defaultChannels = {
  matches: ['email', 'push'],
  messages: ['email', 'push'],
  // Of these only the three that cannot wait are sent to a proven phone.
  agreements: ['email', 'push', 'sms'],
  rounds: ['email', 'push'],
  requests: ['email', 'push'],
  account: ['email', 'push'],
} satisfies Record<string, NoticeChannel[]>;

export const noticeTopics = recordKeys(defaultChannels);
export type NoticeTopic = (typeof noticeTopics)[number];

/** Topics with a kind that is sent to phones. */
export const smsTopics: readonly NoticeTopic[] = ['agreements', 'account'];

const hour = z.int().min(0).max(23);

/** Hours of the day in India in which nothing is sent, `until` excluded. They span midnight if `until` is smaller. */
const quietHours = z
  .strictObject({ from: hour, until: hour })
  .refine(({ from, until }) => from !== until, { error: 'quietHours.same', path: ['until'] });

const channels = z.array(z.enum(noticeChannels)).max(noticeChannels.length);

/** `PUT /notices/settings`: channels of each topic, quiet hours, and one daily digest instead of single messages. */
export const noticeChoicesSchema = z
  .strictObject({
    channels: z.strictObject(recordOf(noticeTopics, () => channels)),
    quietHours: quietHours.nullable(),
    isDaily: z.boolean(),
  })
  .meta({ id: 'NoticeChoices' });

export type NoticeChoices = z.infer<typeof noticeChoicesSchema>;

/** `GET /notices/settings`: the choices, and the channels that this server supports. */
export const noticeSettingsSchema = z
  .strictObject({
    choices: noticeChoicesSchema,
    available: z.array(z.enum(noticeChannels)),
    email: z
      .enum(['confirmed', 'unconfirmed', 'stopped', 'bounced'])
      .describe(
        'Nothing is mailed to an address that its mailbox has not confirmed, whose mails it stopped by a link, or that takes no mail',
      ),
    pushKey: z.string().optional().describe('The public VAPID key that a browser subscribes with'),
    pushDevices: z.int().describe('Number of browsers of this teacher that receive notices'),
  })
  .meta({ id: 'NoticeSettings' });

export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;

/** Choices of a teacher who has not saved any. */
export const defaultChoices: NoticeChoices = {
  channels: defaultChannels,
  quietHours: { from: 22, until: 7 },
  isDaily: false,
};

/** An uncompressed point of P-256 in base64url: 65 bytes, of which the first is 4 (RFC 8291, section 3.1). */
const publicKey = z.string().regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]=?$/);

/** The 16 bytes of the authentication secret in base64url (RFC 8291, section 3.2). */
const authSecret = z.string().regex(/^[\w-]{21}[AQgw](==)?$/);

/** Returns true for an address as browsers write it, without credentials. */
function isCanonical(address: string): boolean {
  // `URL.canParse` is missing in the oldest browsers.
  try {
    const { href, username, password } = new URL(address);
    return href === address && username + password === '';
  } catch {
    return false;
  }
}

/** `POST /notices/devices`: a push subscription as the browser's `PushSubscription.toJSON()` gives it (W3C Push API). */
export const pushDeviceSchema = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https$/ })
      .max(1_000)
      .refine(isCanonical),
    keys: z.strictObject({ p256dh: publicKey, auth: authSecret }),
    isKnown: z
      .literal(true)
      .optional()
      .describe(
        'Moves a subscription of this account to the current session; one of another account is deleted',
      ),
  })
  .meta({ id: 'PushDevice' });

export type PushDevice = z.infer<typeof pushDeviceSchema>;

/** Body of the calls that signed links in notices make: the token of the link. */
export const linkTokenSchema = z.strictObject({ token: z.string().max(600) }).meta({ id: 'LinkToken' });
