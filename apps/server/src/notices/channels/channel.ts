import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';
import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';

/** Notice to send: a sentence, and the URL of its link. */
export interface NoticeToSend {
  kind: NoticeKind;
  text: string;
  link: string;
}

/** One message to one teacher, with its notices from oldest to newest. */
export interface Dispatch {
  /** Id of the message. A second attempt has the same one, so that the receiver can detect a duplicate. */
  id: string;
  recipient: { userId: string; email: string; phone: string | null };
  language: Language;
  notices: readonly NoticeToSend[];
  /**
   * URLs that stop the mails without signing in: `address` for one-click POST (RFC 8058), `page` for the page with the button. A message to
   * a former contact has none.
   */
  stop?: { address: string; page: string };
}

/** Way to send notices to teachers outside the product. */
export interface Channel {
  name: NoticeChannel;
  /**
   * Resolves when the channel has accepted the message.
   *
   * @throws {RefusedDispatch} if the channel will never accept it. After any other error the message is sent again later.
   */
  send: (dispatch: Dispatch) => Promise<void>;
  close: () => void;
}

/** The channel refused a message permanently: the address does not exist, or its owner accepts no messages. */
export class RefusedDispatch extends Error {
  override readonly name = 'RefusedDispatch';
}

/** Sends a short text to a phone number of ten digits. @throws if the provider does not accept it. */
export type SendText = (phone: string, text: string) => Promise<void>;

/**
 * Creates the SMS channel. A message contains only the number of new notices and a link, because an SMS is limited to 160 characters and
 * others may read it. A former number, which cannot open the account, gets the sentences.
 */
export function createTextMessages(sendText: SendText): Channel {
  return {
    name: 'sms',
    send: async ({ recipient, language, notices, stop }) => {
      const [first] = notices;
      if (recipient.phone === null || first === undefined) return;
      const say = messagesIn(language);
      const text =
        stop === undefined
          ? [say('notice.product'), ...notices.map((notice) => notice.text)].join('. ')
          : say('sms.waiting', { count: notices.length, link: first.link });
      await sendText(recipient.phone, text);
    },
    close: () => {},
  };
}
