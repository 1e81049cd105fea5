import { type ComponentProps, Suspense } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { CardSkeletons } from '../ui/states.tsx';

// Loaded late, because it imports cards, rings and advice, which the form does not need.
const RequestSuccess = lazyPart(() => import('./request-success.tsx'));

export function RequestDone(props: ComponentProps<typeof RequestSuccess>) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<CardSkeletons label={t('common.loading')} />}>
      <RequestSuccess {...props} />
    </Suspense>
  );
}
