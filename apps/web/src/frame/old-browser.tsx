import type { LocalText } from '@mutual-transfer/domain/pages';
import classes from './old-browser.module.css';

/** Attribute of the page that shows the notice. */
const TOO_OLD_ATTRIBUTE = 'data-too-old';

/**
 * Script that marks browsers older than Chromium 108, Safari 16.4 and Firefox 121, whether or not they know modules. Written so that any
 * browser can read it. Safari 16.4 was the first with the regular expression, the others are found by their style sheets.
 */
const script = `(function () {
  var isNew = false;
  try {
    new RegExp('(?<=a)b');
    isNew = 'findLast' in [] && CSS.supports('block-size', '1dvh') && CSS.supports('selector(:has(a))');
  } catch (error) {}
  if (!isNew) document.documentElement.setAttribute('${TOO_OLD_ATTRIBUTE}', '');
})();`;

/** Comes before all other scripts, which older browsers may not be able to read. */
export function OldBrowserScript({ nonce }: { nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html: script }} nonce={nonce} suppressHydrationWarning />;
}

/** Says in all languages that the browser is too old, because it cannot change the language. Hidden in other browsers. */
export function OldBrowserNotice({ texts }: { texts: readonly LocalText[] }) {
  return (
    <div className={classes.notice}>
      {texts.map(({ language, text }) => (
        <p key={language} lang={language}>
          {text}
        </p>
      ))}
    </div>
  );
}
