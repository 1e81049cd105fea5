import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Channel } from './channel.ts';

/** Carries a short sentence to a phone of ten digits. @throws where the provider did not take it. */
export type SendText = (phone: string, text: string) => Promise<void>;

/** Notices by SMS: that something waits, and where. What it is stays in the product: a message has 160 characters, and others read it too. */
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
