import { Outlet } from 'react-router';
import { loadTexts } from '../platform/i18n/language.tsx';
import { textPartsOf } from '../platform/i18n/text-parts.ts';
import type { Route } from './+types/screen-texts.ts';

export function loader(): null {
  return null;
}

/** Fetches what the screen says and those before it did not. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<null> {
  await loadTexts(textPartsOf(new URL(request.url).pathname));
  return null;
}

/** Each screen has parts of its own. */
export const shouldRevalidate = () => true;

/** The screens beyond the public list. */
export default function Inside() {
  return <Outlet />;
}
