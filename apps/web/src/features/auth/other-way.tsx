import { Link, useLocation } from 'react-router';
import classes from './auth.module.css';

interface OtherWayProps {
  readonly question: string;
  readonly text: string;
  readonly to: string;
}

/** From signing in to registering, or back; where the visitor wanted to go is kept. */
export function OtherWay({ question, text, to }: OtherWayProps) {
  const { state } = useLocation();
  return (
    <p className={classes.otherWay}>
      {question}{' '}
      <Link className={classes.link} state={state} to={to}>
        {text}
      </Link>
    </p>
  );
}
