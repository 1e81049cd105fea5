import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from './card.module.css';
import page from './page.module.css';

/** Distance between the other teacher's place of work and the viewer's, if known. */
export function Distance({ km }: { km: number | null | undefined }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (km === null || km === undefined) return null;
  return <span className={page.soft}>{t('rings.distance', { km: formats.number(km) })}</span>;
}

interface RouteLineProps {
  fromLabel: string;
  from: string;
  toLabel: string;
  to: string;
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
