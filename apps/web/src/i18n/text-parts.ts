import { isPublicListPath } from '@mutual-transfer/domain/pages';
import { paths } from '../paths.ts';

/** The parts of a catalogue beside `open`, which every page needs; one file a language each, `texts/<code>-<part>.ts`. */
export const textParts = ['inside', 'teacher', 'agreements', 'reports', 'admin'] as const;

export type TextPart = (typeof textParts)[number];

const partsOfScreens: readonly { readonly path: string; readonly parts: readonly TextPart[] }[] = [
  { path: paths.login, parts: ['inside'] },
  { path: paths.register, parts: ['inside'] },
  { path: paths.notice, parts: ['inside'] },
  { path: paths.stop, parts: ['inside'] },
  { path: paths.renew, parts: ['inside'] },
  { path: paths.reset, parts: ['inside'] },
  { path: paths.agreements, parts: ['inside', 'teacher', 'agreements'] },
  { path: paths.admin, parts: ['inside', 'admin'] },
];

/** What the screen at an address (without its query) says beside the texts that every page has. */
export function textPartsOf(address: string): readonly TextPart[] {
  if (isPublicListPath(address)) return [];
  const screen = partsOfScreens.find(({ path }) => address === path || address.startsWith(`${path}/`));
  return screen?.parts ?? ['inside', 'teacher'];
}
