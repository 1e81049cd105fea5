import { Link, useLocation } from 'react-router';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

interface OtherWayProps {
  readonly question: string;
  readonly text: string;
  readonly to: string;
}

/** From signing in to registering, or back; where the visitor wanted to go is kept. */
export function OtherWay({ question, text, to }: OtherWayProps) {
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
