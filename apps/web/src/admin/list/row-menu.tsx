import { IconDotsVertical } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import classes from './row-menu.module.css';

export interface RowAction {
  text: string;
  Icon: typeof IconDotsVertical;
  act: () => void;
}

/** Menu of a row. A modal dialog lies above the table that would cut it off; the oldest browsers lack popovers. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const menu = useRef<HTMLDialogElement>(null);
  const label = `${t('admin.actions')}: ${name}`;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={label}
        onClick={({ currentTarget }) => openBeside(currentTarget, menu.current)}
      >
        <span className={classes.word}>{t('admin.actions')}</span>
        <IconDotsVertical aria-hidden="true" size={18} />
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by itself. */}
      <dialog
        aria-label={label}
        className={classes.menu}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
        ref={menu}
      >
        {actions.map(({ text, Icon, act }) => (
          <Button
            aria-label={`${text}: ${name}`}
            key={text}
            kind="quiet"
            onClick={() => {
              menu.current?.close();
              act();
            }}
          >
            <Icon aria-hidden="true" size={18} />
            {text}
          </Button>
        ))}
      </dialog>
    </>
  );
}

/** Opens the menu below its button, or above it if there is no room. */
function openBeside(opener: HTMLElement, menu: HTMLDialogElement | null): void {
  if (menu === null) return;
  menu.showModal();
  const { bottom, left, top } = opener.getBoundingClientRect();
  const isAbove = bottom + menu.offsetHeight > window.innerHeight;
  menu.style.insetBlockStart = `${isAbove ? top - menu.offsetHeight : bottom}px`;
  menu.style.insetInlineStart = `${Math.max(0, Math.min(left, window.innerWidth - menu.offsetWidth))}px`;
}
