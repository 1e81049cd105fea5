import type { Language } from '@mutual-transfer/domain/language/language';
import type { NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';
import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';
import type { SmsOfNotice } from '@mutual-transfer/domain/notices/text-messages';

/** Notice to send: a sentence, and the URL of its link. */
export interface NoticeToSend {
  kind: NoticeKind;
  text: string;
  link: string;
  /** Registered text for phones, if the notice has one. */
  sms?: SmsOfNotice | undefined;
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
  /** Returns false for a notice that the channel has no text for. It is dropped. Without it the channel takes all. */
  takes?: (notice: Pick<NoticeToSend, 'sms'>, language: Language) => boolean;
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

/** Sends registered texts to phone numbers of ten digits. */
export interface NoticeTexts {
  /** Returns true if the text of this kind and language is registered. */
  has: (sms: SmsOfNotice, language: Language) => boolean;
  /** @throws if the provider does not accept it. */
  send: (
    phone: string,
    text: { sms: SmsOfNotice; userId: string; language: Language; link: string },
  ) => Promise<void>;
}

/**
 * Creates the SMS channel. A message says what happened and has a link, and no name or place, because others may read it. Of several notices
 * of a kind the newest is sent. A former number, which cannot open the account, gets the address of those who can help.
 */
export function createTextMessages(texts: NoticeTexts): Channel {
  return {
    name: 'sms',
    takes: ({ sms }, language) => sms !== undefined && texts.has(sms, language),
    send: async ({ recipient, language, notices, stop }) => {
      if (recipient.phone === null) return;
      const newest = new Map(notices.flatMap(({ sms, link }) => (sms === undefined ? [] : [[sms, link]])));
      for (const [sms, page] of newest) {
        const link = stop === undefined ? new URL('/contact', page).href : page;
        await texts.send(recipient.phone, { sms, userId: recipient.userId, language, link });
      }
    },
    close: () => {},
  };
}
