import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_KEY } from './color-scheme.ts';

/** The colours chosen, or else those of the device, also when it changes its mind. */
const script = `{
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    let kept = null;
    try { kept = localStorage.getItem('${COLOR_SCHEME_KEY}'); } catch {}
    const isKept = kept === 'light' || kept === 'dark';
    const scheme = isKept ? kept : dark.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('${COLOR_SCHEME_ATTRIBUTE}', scheme);
  };
  show();
  dark.addEventListener('change', show);
}`;

/** Runs before the page is painted, so that it never flashes in the wrong colours. */
export function ColorSchemeScript({ nonce }: { nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html: script }} nonce={nonce} suppressHydrationWarning />;
}
