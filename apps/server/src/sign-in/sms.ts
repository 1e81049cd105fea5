import type { Language } from '@mutual-transfer/domain/language/language';
import type { SmsKind } from '@mutual-transfer/domain/notices/text-messages';
import pLimit from 'p-limit';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { NoticeTexts } from '../notices/channels/channel.ts';
import type { Config } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import type { Msg91Keys } from '../platform/message-settings.ts';
import type { PaidGroup, PaidMessages } from '../platform/paid-messages.ts';
import { readAnswer } from '../platform/read-answer.ts';
import type { NoteSms, SmsToNote } from './sent-sms.ts';

type SmsOf = Partial<Pick<SmsToNote, 'id' | 'userId'>>;

/** Sends codes and notices to phones. */
export interface SmsSender {
  /** True if codes are shown on screen instead of sent, for development. */
  isSandbox: boolean;
  /**
   * @param phone ten digits of India.
   * @param of id under which it is stored whether the code arrived, and the account for which it is sent.
   * @throws {AppError} `unavailable` if the provider did not accept it.
   */
  sendCode: (phone: string, code: string, language: Language, of?: SmsOf) => Promise<void>;
  /** Registered texts of notices. Undefined if there is no provider. */
  notices?: NoticeTexts;
}

/** Sends nothing. The response of the API contains the code. */
export const sandboxSms: SmsSender = { isSandbox: true, sendCode: async () => {} };

/** Returns true if the provider did not answer in time. It may have accepted the message, so a repetition could send it twice. */
export function isSmsUnanswered(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';
}

const INDIA = '91';
const RETRY_AFTER_SECONDS = 30;
/** Maximum number of concurrent calls of the provider, and of calls that wait: with a provider that hangs, the last one waits 100 seconds. */
const AT_ONCE = 16;
const WAITING_AT_MOST = 200;
/** `message` is the id of the message, which the delivery report names. */
const answer = z.object({ type: z.literal('success'), message: z.string().optional().catch(undefined) });

/**
 * Client of MSG91's flow API (version 5): https://docs.msg91.com/sms/send-sms. The operator registers the texts there, as India's rules for
 * messages require (`npm run messages -- sms` prints them). Every failure becomes `unavailable`; MSG91 reports errors with status 200.
 */
export function createMsg91(
  { authKey, templates, baseUrl }: Msg91Keys,
  timeoutMs: number,
  note: NoteSms,
): SmsSender {
  const limit = pLimit(AT_ONCE);
  return {
    isSandbox: false,
    sendCode: (phone, code, language, of) => send({ ...of, phone, kind: 'code', language }, { code }),
    notices: {
      has: (sms, language) => templates[`${sms}.${language}`] !== undefined,
      send: (phone, { sms, userId, language, link }) =>
        send({ userId, phone, kind: sms, language }, { link }),
    },
  };

  async function send(
    { id = newId(), userId, phone, kind, language }: ToSend,
    variables: Readonly<Record<string, string>>,
  ): Promise<void> {
    try {
      const name = `${kind}.${language}` as const;
      const template = templates[name];
      if (template === undefined) throw new Error(`SMS_TEMPLATES has no ${name}`);
      if (limit.pendingCount >= WAITING_AT_MOST)
        throw new Error('Too many messages wait for the SMS provider');
      const recipient = { mobiles: `${INDIA}${phone}`, ...variables };
      await note({ id, userId, kind }, () => limit(() => call(template, recipient)));
    } catch (cause) {
      throw new AppError('unavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  async function call(template: string, recipient: Readonly<Record<string, string>>) {
    const response = await fetch(new URL('/api/v5/flow', baseUrl), {
      method: 'POST',
      headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ template_id: template, short_url: '0', recipients: [recipient] }),
      // Covers the whole call, with the body of the answer.
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The SMS provider answered ${response.status}`);
    return answer.parse(await readAnswer(response)).message;
  }
}

interface ToSend extends SmsOf {
  phone: string;
  kind: SmsKind;
  language: Language;
}

const TIMEOUT_MS = 8_000;

/** Sends a counted message. Takes its count back if it fails, unless the provider may have accepted it, because it then may cost money. */
export async function takenBackIfRefused(
  paid: Pick<PaidMessages, 'takeBack'>,
  group: PaidGroup,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isSmsUnanswered(error)) await paid.takeBack(group);
    throw error;
  }
}

/**
 * Counts each message of a provider, which costs money. Notices wait while the total of the day is reached, so that codes are still sent:
 * their deliveries are attempted again for two days.
 */
export function countedSms({ isSandbox, sendCode, notices }: SmsSender, paid: PaidMessages): SmsSender {
  return {
    isSandbox,
    sendCode: async (...code) => {
      await paid.count('all');
      await takenBackIfRefused(paid, 'all', () => sendCode(...code));
    },
    ...(notices === undefined
      ? {}
      : {
          notices: {
            has: notices.has,
            send: async (phone, text) => {
              if ((await paid.admit(['all'])) === 'dear')
                throw new Error('The total of paid messages of this day is reached');
              await paid.count('all');
              await takenBackIfRefused(paid, 'all', () => notices.send(phone, text));
            },
          } satisfies NoticeTexts,
        }),
  };
}

/** Returns MSG91 if its keys are configured, else the sandbox, or `undefined` in production. */
export function chooseSms({ msg91, mode }: Config, paid: PaidMessages, note: NoteSms): SmsSender | undefined {
  if (msg91) return countedSms(createMsg91(msg91, TIMEOUT_MS, note), paid);
  return mode === 'production' ? undefined : sandboxSms;
}
