import type { Language } from '@mutual-transfer/domain/language/language';
import { v7 as newId } from 'uuid';
import { sendWithAttempts } from '../platform/send-with-attempts.ts';
import { isSmsUnanswered, type SmsSender } from './sms.ts';

interface CodeToSend {
  phone: string;
  code: string;
  language: Language;
  id?: string;
  userId?: string | undefined;
}

/** Sends a code to a phone, up to three times, but not again after no answer: the first message may arrive. */
export function sendCode(
  sms: SmsSender,
  { phone, code, language, userId, id = newId() }: CodeToSend,
): Promise<void> {
  return sendWithAttempts(
    () => sms.sendCode(phone, code, language, { id, userId }),
    (error) => !isSmsUnanswered(error),
  );
}
