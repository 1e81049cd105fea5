import { TOKEN } from '../platform/session/session.ts';
import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_KEY } from './color-scheme.ts';

/** Where the page says that this browser keeps a session, until it is hydrated and knows. */
const MEMBER_ATTRIBUTE = 'data-member';

/**
 * What this browser keeps and the server does not know: the colours chosen, or else those of the device, also when it changes
 * its mind; how close the list stands; and whether a session is kept, for then what is said to visitors is not shown.
 */
const script = `{
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const show = () => {
    const scheme = kept('${COLOR_SCHEME_KEY}');
    const isKept = scheme === 'light' || scheme === 'dark';
    root.setAttribute('${COLOR_SCHEME_ATTRIBUTE}', isKept ? scheme : dark.matches ? 'dark' : 'light');
  };
  show();
  dark.addEventListener('change', show);
  if (kept('${TOKEN}') !== null) root.setAttribute('${MEMBER_ATTRIBUTE}', '');
}`;

/** Runs before the page is painted, so that it never flashes in the wrong colours or with what is not for its reader. */
export function BeforePaintScript({ nonce }: { nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html: script }} nonce={nonce} suppressHydrationWarning />;
}
