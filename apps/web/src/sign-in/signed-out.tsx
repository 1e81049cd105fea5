import { type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { isForAdministrators, pathOfOrigin } from '../navigation/origin.ts';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** Link between login and registration. Keeps the page that the visitor wanted. */
export function AlternativeLink({ question, text, to }: { question: string; text: string; to: string }) {
  const { state } = useLocation();
  return (
    <p className={page.centred}>
      {question}{' '}
      <Link className={`${button.quiet} ${button.flush}`} state={state} to={to}>
        {text}
      </Link>
    </p>
  );
}

/** Redirects a signed-in user to the page they wanted, or to the dashboard or the Admin Panel, unless they opened a page of administrators. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { state } = useLocation();
  const [first] = useState(session?.token);
  // Signing in replaces the session that the page was opened with.
  if (session === null || (isForAdministrators(state) && session.token === first)) return children;
  const home = session.user.role === 'admin' ? paths.admin : paths.dashboard;
  return <Navigate replace to={pathOfOrigin(state) ?? home} />;
}
