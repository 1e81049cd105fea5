import type { CoreDependencies } from '../http/dependencies.ts';
import type { Channel } from './channels/channel.ts';
import type { LinkTokens, NoticeLinks } from './signed-links.ts';

/** What notices are sent with. */
export interface NoticeDependencies extends CoreDependencies {
  /** The channels that this server has; without any, notices stay in the product. */
  readonly channels: readonly Channel[];
  readonly links: NoticeLinks & LinkTokens;
}
