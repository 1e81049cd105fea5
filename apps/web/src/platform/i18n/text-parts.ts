import { isPublicListPath } from '@mutual-transfer/domain/pages';
import { paths } from '../paths.ts';

/**
 * The catalogues that only some pages load; `visitor` comes with every page. Each language has a file for each, `texts/<code>-<part>.ts`.
 * `record` holds the labels of the data export. `blocks` holds the names of blocks and is missing for languages that use their English names.
 */
export const textParts = ['member', 'administrator', 'record', 'blocks'] as const;

export type TextPart = (typeof textParts)[number];

const visitorScreens: readonly string[] = [
  paths.login,
  paths.notice,
  paths.offline,
  paths.reset,
  paths.stop,
  paths.renew,
];
const visitorScreensWithPlaces: readonly string[] = [paths.register, paths.where];

/** Returns the catalogues that the screen at an address (without its query) needs beside the visitor's. */
export function textPartsOf(address: string): readonly TextPart[] {
  if (isPublicListPath(address) || visitorScreens.includes(address)) return [];
  if (visitorScreensWithPlaces.includes(address)) return ['blocks'];
  return address === paths.admin ? ['administrator', 'member', 'blocks'] : ['member', 'blocks'];
}
