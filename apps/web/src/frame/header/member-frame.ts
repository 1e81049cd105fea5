/** Frame around the pages of members, in one chunk. Visitors never download it; pages for members preload it. */

export { AnnouncementBanner } from '../banners/announcement-banner.tsx';
export { OfflinePart } from '../banners/lazy-offline-panel.tsx';
export { MemberBar } from './member-bar.tsx';
export { MemberItems } from './member-items.tsx';
export { MemberTools } from './member-tools.tsx';
