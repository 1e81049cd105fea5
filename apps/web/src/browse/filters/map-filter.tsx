import { Suspense, useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';

const RequestMap = lazyPart(() => import('./request-map.tsx'));

/** Map of the districts. Loads when first opened. */
export function MapFilter() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={card.card}
      // The user may have opened the `details` element before hydration.
      ref={(details) => {
        if (details?.open) setOpen(true);
      }}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('browse.map')}</summary>
      {isOpen && (
        <Suspense fallback={<CardSkeletons label={t('common.loading')} />}>
          <RequestMap />
        </Suspense>
      )}
    </details>
  );
}
