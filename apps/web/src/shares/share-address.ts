import { generatePath } from 'react-router';
import { paths } from '../platform/paths.ts';

/** Returns the absolute URL of a shared link. WhatsApp previews it with a picture in that language. */
export function shareAddress(language: string, code: string): string {
  return window.location.origin + generatePath(paths.share, { language, code });
}
