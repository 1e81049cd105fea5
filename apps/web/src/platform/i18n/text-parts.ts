import { isPublicListPath } from '@mutual-transfer/domain/pages';
import { paths } from '../paths.ts';

/**
 * The parts of a catalogue beside `open`, which every page needs; one file a language each, `texts/<code>-<part>.ts`. The file of `blocks`
 * is missing where they have their English names.
 */
export const textParts = [
  'inside',
  'teacher',
  'agreements',
  'reports',
  'notices',
  'offline',
  'where',
  'admin',
  'blocks',
] as const;

export type TextPart = (typeof textParts)[number];

const partsOfScreens: readonly { readonly path: string; readonly parts: readonly TextPart[] }[] = [
  { path: paths.login, parts: ['inside'] },
  { path: paths.register, parts: ['inside', 'blocks'] },
  { path: paths.notice, parts: ['inside'] },
  { path: paths.offline, parts: ['inside', 'offline'] },
  { path: paths.where, parts: ['inside', 'where', 'blocks'] },
  { path: paths.stop, parts: ['inside', 'notices'] },
  { path: paths.renew, parts: ['inside', 'notices'] },
  { path: paths.reset, parts: ['inside', 'notices'] },
  { path: paths.account, parts: ['inside', 'teacher', 'notices', 'blocks'] },
  { path: paths.agreements, parts: ['inside', 'teacher', 'agreements', 'blocks'] },
  { path: paths.admin, parts: ['inside', 'admin', 'blocks'] },
];

/** What the screen at an address (without its query) says beside the texts that every page has. */
export function textPartsOf(address: string): readonly TextPart[] {
  if (isPublicListPath(address)) return [];
  const screen = partsOfScreens.find(({ path }) => address === path || address.startsWith(`${path}/`));
  return screen?.parts ?? ['inside', 'teacher', 'blocks'];
}
