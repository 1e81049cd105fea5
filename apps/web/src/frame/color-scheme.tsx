import { IconMoon, IconSun } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { deviceStorage } from '../platform/device-storage.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { TOKEN } from '../platform/session.ts';
import button from '../ui/button.module.css';
import classes from './header.module.css';

/** Storage key and page attribute of the colour scheme. */
const COLOR_SCHEME_KEY = 'color-scheme';
const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

type ColorScheme = 'light' | 'dark';

/** Applies the colour scheme and stores it for the next visit. */
function chooseColorScheme(scheme: ColorScheme): void {
  deviceStorage.set(COLOR_SCHEME_KEY, scheme);
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, scheme);
}

/** Switch between light and dark. CSS alone decides which button is visible, so that the server's HTML fits both. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation();
  return (
    <div>
      <button
        aria-label={t('frame.dark')}
        className={`${button.icon} ${classes.whenLight}`}
        onClick={(event) => choose('dark', event)}
        type="button"
      >
        <IconMoon aria-hidden="true" size={20} />
      </button>
      <button
        aria-label={t('frame.light')}
        className={`${button.icon} ${classes.whenDark}`}
        onClick={(event) => choose('light', event)}
        type="button"
      >
        <IconSun aria-hidden="true" size={20} />
      </button>
    </div>
  );
}

/** Applies the scheme. The pressed button disappears, so focus moves to the one that replaces it. */
function choose(scheme: ColorScheme, { currentTarget: pressed }: MouseEvent<HTMLButtonElement>): void {
  chooseColorScheme(scheme);
  const other = pressed.nextElementSibling ?? pressed.previousElementSibling;
  if (other instanceof HTMLElement) other.focus();
}

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
