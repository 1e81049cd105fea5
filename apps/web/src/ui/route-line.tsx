import classes from './route-line.module.css';

interface RouteLineProps {
  readonly fromLabel: string;
  readonly from: string;
  readonly toLabel: string;
  readonly to: string;
}

/** Where a teacher works and wants to go, drawn as a line from one to the other. */
export function RouteLine({ fromLabel, from, toLabel, to }: RouteLineProps) {
  return (
    <dl className={classes.route}>
      <div className={classes.stop}>
        <dt>{fromLabel}</dt>
        <dd>{from}</dd>
      </div>
      <div className={classes.stop} data-end>
        <dt>{toLabel}</dt>
        <dd>{to}</dd>
      </div>
    </dl>
  );
}
