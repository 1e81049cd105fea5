import { IconDotsVertical } from '@tabler/icons-react';
import { type ToggleEvent, useId, useRef } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import classes from './row-menu.module.css';

export interface RowAction {
  text: string;
  Icon: typeof IconDotsVertical;
  act: () => void;
}

export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button aria-label={`${t('admin.actions')}: ${name}`} popoverTarget={id} ref={opener}>
        {t('admin.actions')}
        <IconDotsVertical aria-hidden="true" size={18} />
      </Button>
      <div
        className={classes.menu}
        id={id}
        onToggle={(event) => place(event, opener.current)}
        popover="auto"
        ref={menu}
      >
        {actions.map(({ text, Icon, act }) => (
          <Button
            aria-label={`${text}: ${name}`}
            key={text}
            kind="quiet"
            onClick={() => {
              menu.current?.hidePopover();
              act();
            }}
          >
            <Icon aria-hidden="true" size={18} />
            {text}
          </Button>
        ))}
      </div>
    </>
  );
}

/** Places the menu below its button, or above it if there is no room, and focuses the first action. */
function place({ newState, currentTarget: menu }: ToggleEvent<HTMLDivElement>, opener: HTMLElement | null) {
  if (newState !== 'open' || opener === null) return;
  const { bottom, left, top } = opener.getBoundingClientRect();
  const isAbove = bottom + menu.offsetHeight > window.innerHeight;
  menu.style.insetBlockStart = `${isAbove ? top - menu.offsetHeight : bottom}px`;
  menu.style.insetInlineStart = `${Math.max(0, Math.min(left, window.innerWidth - menu.offsetWidth))}px`;
  menu.querySelector('button')?.focus();
}
