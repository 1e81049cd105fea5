import { Link, useLocation } from 'react-router';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

interface AlternativeLinkProps {
  readonly question: string;
  readonly text: string;
  readonly to: string;
}

/** Link between login and registration. Keeps the page that the visitor wanted. */
export function AlternativeLink({ question, text, to }: AlternativeLinkProps) {
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
