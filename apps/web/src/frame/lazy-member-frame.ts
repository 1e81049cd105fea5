import { lazy } from 'react';

const load = () => import('./member-frame.ts');

export const LazyMemberBar = lazy(async () => ({ default: (await load()).MemberBar }));
export const LazyMemberItems = lazy(async () => ({ default: (await load()).MemberItems }));
export const LazyMemberTools = lazy(async () => ({ default: (await load()).MemberTools }));
