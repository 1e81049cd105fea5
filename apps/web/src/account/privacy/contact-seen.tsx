import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { contactViewsQuery } from '../account.queries.ts';

/** Lists the viewers of the teacher's phone number or email address, with dates. */
export function ContactSeen({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { data, error, refetch } = useQuery({ ...contactViewsQuery(userId), staleTime: 0 });
  if (data === undefined && error === null) return <CardSkeletons label={t('common.loading')} />;
  if (data === undefined)
    return <CallFailure error={error} onRetry={refetch} text={t('account.failedLoad')} />;
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
