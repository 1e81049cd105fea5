import type { Demand } from '@mutual-transfer/domain/matching/demand';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';

/** Most requested routes between districts. */
export function Routes({ routes }: { routes: Demand['routes'] }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  return (
    <section aria-labelledby="where-routes" className={card.card}>
      <h2 id="where-routes">{t('where.routes')}</h2>
      {routes.length === 0 ? (
        <p>{t('where.noRoutes')}</p>
      ) : (
        <ol>
          {routes.map(({ from, to, teachers }) => (
            <li key={`${from} ${to}`}>
              {names.district(from)} → {names.district(to)}: {formats.number(teachers)}
            </li>
          ))}
        </ol>
      )}
      <p className={page.soft}>{t('where.fewHint')}</p>
    </section>
  );
}
