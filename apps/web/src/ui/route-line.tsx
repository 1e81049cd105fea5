import card from './card.module.css';

interface RouteLineProps {
  readonly fromLabel: string;
  readonly from: string;
  readonly toLabel: string;
  readonly to: string;
}

/** Shows a move as "from → to". The labels are for screen readers. */
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
