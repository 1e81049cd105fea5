import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { Failure } from '../../ui/states/failure.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { contactViewsQuery } from '../account.queries.ts';

/** Lists the viewers of the teacher's phone number or email address, with dates. */
export function ContactSeen({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { data, isError, refetch } = useQuery({ ...contactViewsQuery(userId), staleTime: 0 });
  if (isError) return <Failure onRetry={() => void refetch()} text={t('account.failedLoad')} />;
  if (data === undefined) return <CardSkeletons label={t('common.loading')} />;
  return (
    <div className={page.stack}>
      <p>{t('account.seen', { count: data.total, formatted: formats.number(data.total) })}</p>
      {data.views.length > 0 && (
        <details>
          <summary>{t('account.seenBy')}</summary>
          <ul>
            {data.views.map(({ viewer, openedAt, seenAt }) => (
              <li key={`${viewer._id} ${openedAt}`}>
                {names.personal(viewer.name)} · {names.place(viewer.district, viewer.postingBlock)} ·{' '}
                <time dateTime={seenAt}>{formats.date(seenAt)}</time>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
