import { sendWithAttempts } from '../platform/send-with-attempts.ts';
import { isSmsUnanswered, type SmsSender } from './sms.ts';

/** Sends a code to a phone, up to three times, but not again after no answer: the first message may arrive. */
export function sendCode(sms: SmsSender, { phone, code }: { phone: string; code: string }): Promise<void> {
  return sendWithAttempts(
    () => sms.sendCode(phone, code),
    (error) => !isSmsUnanswered(error),
  );
}
