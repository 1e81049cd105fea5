import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './header.module.css';

interface NavItemProps {
  readonly to: string;
  readonly text: string;
  readonly isMain?: boolean;
  readonly onFollow: () => void;
  readonly children?: ReactNode;
}

/** Link of the main navigation. */
export function NavItem({ to, text, isMain = false, onFollow, children }: NavItemProps) {
  return (
    <NavLink
      className={isMain ? `${classes.item} ${classes.mainItem}` : (classes.item ?? '')}
      end
      onClick={onFollow}
      to={to}
    >
      {text}
      {children}
    </NavLink>
  );
}
