import type { Language } from '@mutual-transfer/domain/language/language';
import type { NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';
import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';

/** A notice as it is sent: what happened in a sentence, and the address at which its reader goes on. */
export interface NoticeToSend {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly link: string;
}

/** Notices for one teacher in one message, the oldest first. */
export interface Dispatch {
  /** Names the message: a second try has the same, so that a receiver can tell that it is one. */
  readonly id: string;
  readonly recipient: { readonly userId: string; readonly email: string; readonly phone: string | null };
  readonly language: Language;
  readonly notices: readonly NoticeToSend[];
  /** Stops messages of this channel without signing in (RFC 8058): the address that takes a POST, and the page for people. */
  readonly stop: { readonly address: string; readonly page: string };
}

/** A way to reach teachers outside the product. */
export interface Channel {
  readonly name: NoticeChannel;
  /**
   * Resolves when the channel took the message.
   *
   * @throws {RefusedDispatch} when it will never be taken; any other error says to try again later.
   */
  readonly send: (dispatch: Dispatch) => Promise<void>;
  readonly close: () => void;
}

/** The channel will never take this message: its address does not exist, or its receiver takes none. */
export class RefusedDispatch extends Error {
  override readonly name = 'RefusedDispatch';
}
