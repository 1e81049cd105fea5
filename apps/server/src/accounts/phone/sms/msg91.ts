import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { Msg91Keys } from '../../../message-settings.ts';
import type { SmsSender } from './sms-sender.ts';

const INDIA = '91';
const RETRY_AFTER_SECONDS = 30;
const answer = z.object({ type: z.literal('success') });

/**
 * Client of MSG91's flow API (version 5): https://docs.msg91.com/sms/send-sms. The operator registers the templates there, as India's rules
 * for messages require. They name the code `code` and the sentence of a notice `text`. Every failure becomes `unavailable`; MSG91 reports
 * errors with status 200.
 */
export function createMsg91(
  { authKey, templateId, noticeTemplateId, baseUrl }: Msg91Keys,
  timeoutMs: number,
): SmsSender {
  return {
    isSandbox: false,
    sendCode: (phone, code) => send(templateId, { mobiles: `${INDIA}${phone}`, code }),
    ...(noticeTemplateId === undefined
      ? {}
      : {
          sendText: (phone: string, text: string) =>
            send(noticeTemplateId, { mobiles: `${INDIA}${phone}`, text }),
        }),
  };

  async function send(template: string, recipient: Readonly<Record<string, string>>): Promise<void> {
    try {
      const response = await fetch(new URL('/api/v5/flow', baseUrl), {
        method: 'POST',
        headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ template_id: template, short_url: '0', recipients: [recipient] }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`The SMS provider answered ${response.status}`);
      answer.parse(await response.json());
    } catch (cause) {
      throw new AppError('unavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }
}
