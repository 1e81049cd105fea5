import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './header.module.css';

interface NavItemProps {
  to: string;
  text: string;
  isMain?: boolean;
  onFollow: () => void;
  children?: ReactNode;
}

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
