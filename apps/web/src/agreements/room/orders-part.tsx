import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { orderPath } from '../../platform/paths.ts';
import card from '../../ui/card.module.css';
import { Facts } from '../../ui/facts.tsx';

type Orders = NonNullable<Agreement['orders']>;

/** Orders of the office that name the user. */
export function OrdersPart({ orders }: { orders: Orders }) {
  const { t } = useTranslation();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="orders" className={card.card}>
      <h2 id="orders">{t('agreements.orders.title')}</h2>
      {orders.map((order) => (
        <Order key={order.code} {...order} />
      ))}
    </section>
  );
}

/** Order with a link that checks its code. */
function Order({ number, date, code }: Orders[number]) {
  const { t } = useTranslation();
  const formats = useFormats();
  const check = <Link to={orderPath(code)}>{code}</Link>;
  return (
    <Facts
      facts={[
        [t('agreements.orders.number'), number],
        [t('agreements.orders.date'), formats.date(date)],
        [t('agreements.orders.code'), check],
      ]}
    />
  );
}
