import { IconMoon, IconSun } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import button from '../../ui/button.module.css';
import { type ColorScheme, chooseColorScheme } from './color-scheme.ts';
import classes from './header.module.css';

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
