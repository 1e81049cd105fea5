import { Outlet } from 'react-router';
import { loadInsideTexts } from '../i18n/language.tsx';

export function loader(): null {
  return null;
}

/** A visitor who comes from the public list has not downloaded what the other screens say. */
export async function clientLoader(): Promise<null> {
  await loadInsideTexts();
  return null;
}

/** The screens beyond the public list. */
export default function Inside() {
  return <Outlet />;
}
