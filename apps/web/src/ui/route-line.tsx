import card from './card.module.css';

interface RouteLineProps {
  readonly fromLabel: string;
  readonly from: string;
  readonly toLabel: string;
  readonly to: string;
}

/** From where to where, in one line; the labels are for readers who do not see the arrow. */
export function RouteLine({ fromLabel, from, toLabel, to }: RouteLineProps) {
  return (
    <p className={card.route}>
      <span className="visually-hidden">{fromLabel} </span>
      <span>{from}</span>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> {toLabel} </span>
      <strong>{to}</strong>
    </p>
  );
}
