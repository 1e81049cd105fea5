/** What surrounds the screens of a member, in one file. No visitor downloads it; screens for members alone bring it along. */

export { OfflinePart } from './lazy-offline-panel.tsx';
export { MemberBar } from './member-bar.tsx';
export { MemberItems } from './member-items.tsx';
export { MemberTools } from './member-tools.tsx';
