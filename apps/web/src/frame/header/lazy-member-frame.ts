import { lazy } from 'react';
import { loadTexts } from '../../platform/i18n/language.tsx';
import { untilLoaded } from '../../platform/until-loaded.ts';

const load = () =>
  untilLoaded(async () => {
    await loadTexts(['member']);
    return import('./member-frame.ts');
  });

export const LazyAnnouncementBanner = lazy(async () => ({ default: (await load()).AnnouncementBanner }));
export const LazyMemberBar = lazy(async () => ({ default: (await load()).MemberBar }));
export const LazyMemberItems = lazy(async () => ({ default: (await load()).MemberItems }));
export const LazyOfflinePart = lazy(async () => ({ default: (await load()).OfflinePart }));
export const LazyMemberTools = lazy(async () => ({ default: (await load()).MemberTools }));
