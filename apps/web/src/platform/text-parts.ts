import { isPublicListPath } from '@mutual-transfer/domain/pages';
import type { TextPart } from './i18n/texts/texts.ts';
import { paths } from './paths.ts';

const visitorScreens: readonly string[] = [
  paths.login,
  paths.offline,
  paths.reset,
  paths.stop,
  paths.renew,
  paths.confirm,
];
/** Pages about who runs the site. */
const operatorScreens: readonly string[] = [
  paths.terms,
  paths.notice,
  paths.refunds,
  paths.contact,
  paths.complaint,
  paths.help,
  paths.accessibility,
];
const visitorScreensWithPlaces: readonly string[] = [paths.register, paths.where];

/** Returns the catalogues that the screen at an address (without its query) needs beside the visitor's. */
export function textPartsOf(address: string): readonly TextPart[] {
  if (isPublicListPath(address) || visitorScreens.includes(address)) return [];
  if (operatorScreens.includes(address)) return ['operator'];
  if (visitorScreensWithPlaces.includes(address)) return ['blocks'];
  return address === paths.admin ? ['administrator', 'member', 'blocks'] : ['member', 'blocks'];
}
