import { Outlet } from 'react-router';
import { loadTexts } from '../platform/i18n/language.tsx';
import { textPartsOf } from '../platform/text-parts.ts';
import type { Route } from './+types/screen-texts.ts';
import { RouteError } from './error-page.tsx';

export function loader(): null {
  return null;
}

/** Loads the texts of the page that earlier pages did not need. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<null> {
  await loadTexts(textPartsOf(new URL(request.url).pathname));
  return null;
}

/** Each page needs its own texts. */
export const shouldRevalidate = () => true;

/** Layout of all pages except the public list. */
export default function Inside() {
  return <Outlet />;
}

/** Shows errors of a page inside the frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />;
}
