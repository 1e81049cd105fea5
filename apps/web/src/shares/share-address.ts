import { generatePath } from 'react-router';
import { paths } from '../platform/paths.ts';

/** The whole address of a link to hand on, which WhatsApp shows with a picture in that language. */
export function shareAddress(language: string, code: string): string {
  return window.location.origin + generatePath(paths.share, { language, code });
}
