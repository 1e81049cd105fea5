import { auditActionText } from '@mutual-transfer/domain/administration/audit-sentence';
import type { TeacherViewers } from '@mutual-transfer/domain/administration/teacher-viewers';
import { useQuery } from '@tanstack/react-query';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { teacherViewersQuery } from '../admin.queries.ts';
import type { Column } from '../list/columns.ts';
import { PersonLink } from '../list/person-link.tsx';
import { TitledTable } from '../list/titled-table.tsx';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';
import { useSeenText } from './use-seen-text.ts';

interface PersonViewersProps {
  readonly userId: string;
  readonly id: string;
}

/** List of the people who viewed a teacher's data: administrators, and teachers who opened the contact. */
export function PersonViewers({ userId, id }: PersonViewersProps) {
  const { t } = useTranslation();
  const query = useQuery(teacherViewersQuery(userId, id));
  return (
    <Section id="looks" level={3} title={t('admin.looks.title')}>
      <QueryState hasSkeletons={false} query={query} />
      {query.data && <ViewerTables viewers={query.data} />}
    </Section>
  );
}

function ViewerTables({ viewers }: { viewers: TeacherViewers }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const seenText = useSeenText();
  const administrators: Column<TeacherViewers['administrators'][number]>[] = [
    {
      id: 'who',
      header: t('admin.administrator'),
      value: ({ administrator }) => administrator?.name ?? t('admin.looks.erased'),
    },
    {
      id: 'saw',
      header: t('admin.looks.saw'),
      value: ({ action, seen }) => (seen && seenText(seen)) ?? auditActionText(say, action),
    },
    { id: 'when', header: t('admin.auditWhen'), value: ({ at }) => formats.dateTime(at) },
  ];
  const teachers: Column<TeacherViewers['teachers'][number]>[] = [
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
        rows={viewers.administrators}
        title={t('admin.looks.administrators')}
      />
      <TitledTable
        columns={teachers}
        id="looks-teachers"
        keyOf={({ teacher }) => teacher._id}
        rows={viewers.teachers}
        title={t('admin.looks.teachers')}
      />
    </>
  );
}
