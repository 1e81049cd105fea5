import type { CoreDependencies } from '../http/dependencies.ts';
import type { Channel } from './channels/channel.ts';
import type { LinkTokens, NoticeLinks } from './signed-links.ts';

export interface NoticeDependencies extends CoreDependencies {
  /** Configured channels. If there are none, notices are shown only in the product. */
  readonly channels: readonly Channel[];
  readonly links: NoticeLinks & LinkTokens;
}
