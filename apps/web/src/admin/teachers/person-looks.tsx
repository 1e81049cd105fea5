import { auditActionText } from '@mutual-transfer/domain/administration/audit-sentence';
import type { Looks } from '@mutual-transfer/domain/administration/look';
import { useQuery } from '@tanstack/react-query';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { looksQuery } from '../admin.queries.ts';
import type { Column } from '../list/columns.ts';
import { PersonLink } from '../list/person-link.tsx';
import { TitledTable } from '../list/titled-table.tsx';

interface PersonLooksProps {
  readonly userId: string;
  readonly id: string;
}

/** Who looked at a teacher: administrators, and teachers who opened the contact. */
export function PersonLooks({ userId, id }: PersonLooksProps) {
  const { t } = useTranslation();
  const query = useQuery(looksQuery(userId, id));
  return (
    <section aria-labelledby="looks" className={page.section}>
      <h3 id="looks">{t('admin.looks.title')}</h3>
      {query.isError && <Failure onRetry={() => void query.refetch()} text={t('admin.failed')} />}
      {query.data && <LookTables looks={query.data} />}
    </section>
  );
}

function LookTables({ looks }: { looks: Looks }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const administrators: Column<Looks['administrators'][number]>[] = [
    {
      id: 'who',
      header: t('admin.administrator'),
      value: ({ administrator }) => administrator?.name ?? t('admin.looks.erased'),
    },
    {
      id: 'saw',
      header: t('admin.looks.saw'),
      value: ({ action, seen }) => seen ?? auditActionText(say, action),
    },
    { id: 'when', header: t('admin.auditWhen'), value: ({ at }) => formats.dateTime(at) },
  ];
  const teachers: Column<Looks['teachers'][number]>[] = [
    { id: 'who', header: t('admin.looks.teacher'), value: ({ teacher }) => <PersonLink person={teacher} /> },
    { id: 'place', header: t('admin.looks.saw'), value: ({ place }) => t(`admin.looks.${place}`) },
    { id: 'opened', header: t('admin.looks.opened'), value: ({ openedAt }) => formats.dateTime(openedAt) },
    { id: 'seen', header: t('admin.looks.seen'), value: ({ seenAt }) => formats.dateTime(seenAt) },
  ];
  return (
    <>
      <TitledTable
        columns={administrators}
        id="looks-administrators"
        keyOf={({ at, action, seen }) => `${at} ${action} ${seen}`}
        rows={looks.administrators}
        title={t('admin.looks.administrators')}
      />
      <TitledTable
        columns={teachers}
        id="looks-teachers"
        keyOf={({ teacher }) => teacher._id}
        rows={looks.teachers}
        title={t('admin.looks.teachers')}
      />
    </>
  );
}
