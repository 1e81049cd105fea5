import { TOKEN } from '../platform/session/session.ts';
import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_KEY } from './header/color-scheme.ts';

/** Attribute of the page that marks a stored session before hydration. */
const MEMBER_ATTRIBUTE = 'data-member';

/**
 * Script that applies what only the browser stores: the chosen colour scheme, or that of the device including later changes, and a mark for
 * a stored session, which hides content for visitors.
 */
const script = `{
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const show = () => {
    const scheme = stored('${COLOR_SCHEME_KEY}');
    const isStored = scheme === 'light' || scheme === 'dark';
    root.setAttribute('${COLOR_SCHEME_ATTRIBUTE}', isStored ? scheme : dark.matches ? 'dark' : 'light');
  };
  show();
  dark.addEventListener('change', show);
  if (stored('${TOKEN}') !== null) root.setAttribute('${MEMBER_ATTRIBUTE}', '');
}`;

/** Runs before the first paint, so that the page never flashes in wrong colours or with content for visitors. */
export function BeforePaintScript({ nonce }: { nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html: script }} nonce={nonce} suppressHydrationWarning />;
}
