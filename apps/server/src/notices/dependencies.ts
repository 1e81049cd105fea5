import type { CoreDependencies } from '../http/dependencies.ts';
import type { Channel } from './channels/channel.ts';
import type { LinkTokens, NoticeLinks } from './signed-links.ts';

/** Dependencies of the routes of notices. */
export interface NoticeDependencies extends CoreDependencies {
  /** The configured channels. Without any, notices stay in the product. */
  readonly channels: readonly Channel[];
  readonly links: NoticeLinks & LinkTokens;
}
