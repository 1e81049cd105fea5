import type { PlanSummary } from '@mutual-transfer/domain/matching/plan';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';

/** Figures of the latest plan. The server sends them with the first list of a visit. */
export function PlanSentence({ first }: { first: PlanSummary | undefined }) {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  const { data: plan } = useQuery({
    queryKey: ['plan'],
    queryFn: ({ signal }) => callApi<PlanSummary>('/plan', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    ...(first !== undefined && { initialData: first }),
  });
  if (!plan?.isPlanned || plan.teachers === 0) return null;
  // Month names may differ between server and browser: keeps the server's text.
  return (
    <p className={`${page.lead} ${page.soft}`} suppressHydrationWarning>
      {t('browse.plan', {
        teachers: number(plan.teachers),
        moved: number(plan.moved),
        ring: number(plan.maxRing),
        pairs: number(plan.movedInPairs),
        date: date(plan.plannedAt),
      })}
    </p>
  );
}
