import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Channel } from './channel.ts';

/** Sends a short text to a phone number of ten digits. @throws if the provider does not accept it. */
export type SendText = (phone: string, text: string) => Promise<void>;

/**
 * Creates the SMS channel. A message contains only the number of new notices and a link, because an SMS is limited to 160 characters and
 * others may read it.
 */
export function createTextMessages(sendText: SendText): Channel {
  return {
    name: 'sms',
    send: async ({ recipient, language, notices }) => {
      const [first] = notices;
      if (recipient.phone === null || first === undefined) return;
      const say = messagesIn(language);
      await sendText(recipient.phone, say('sms.waiting', { count: notices.length, link: first.link }));
    },
    close: () => {},
  };
}
