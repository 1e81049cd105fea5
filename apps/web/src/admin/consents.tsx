import { consentColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { Consent, ConsentList } from '@mutual-transfer/domain/seasons/consent';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { useColumns } from './list/columns.ts';
import { adminListQuery } from './list/page-query.ts';
import { usePlaceAndSubjectOptions } from './people-filters.ts';
import { MovedTeacher, PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';

const TEACHERS_A_PAGE = 25;

/** Standing consents to the current season, with time and sentence. */
export function Consents({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const { districts, subjects } = usePlaceAndSubjectOptions();
  const list = useListPage({
    limit: TEACHERS_A_PAGE,
    queryOf: (search) =>
      adminListQuery<ConsentList>(['admin', userId, 'consents'], '/admin/consents', search),
    rowsOf: ({ consents }) => consents,
    filters: [
      { kind: 'search', name: 'search', label: t('admin.searchUsers'), hint: t('admin.personHint') },
      { kind: 'choice', name: 'district', label: t('admin.filters.district'), options: districts },
      { kind: 'choice', name: 'subject', label: t('person.subject'), options: subjects },
    ],
  });
  const columns = useColumns<Consent, typeof consentColumns>(consentColumns, {
    teacher: ({ teacher }) =>
      teacher.isElsewhere ? <MovedTeacher person={teacher} /> : <PersonLink person={teacher} />,
    place: ({ district, block }) => district && block && names.place(district, block),
    teaches: ({ subject, classRange }) => (
      <>
        {subject && <p>{names.subject(subject)}</p>}
        {classRange && <p className={page.soft}>{names.classLevel(classRange)}</p>}
      </>
    ),
    given: ({ givenAt }) => <time dateTime={givenAt}>{formats.dateTime(givenAt)}</time>,
  });
  const sentences = [...new Set(list.rows?.map(({ sentence }) => sentence))];
  return (
    <Section id="consents" lead={t('admin.consents.lead')} title={t('admin.consents.title')}>
      {sentences.map((sentence) => (
        <blockquote className={page.well} key={sentence}>
          {sentence}
        </blockquote>
      ))}
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/consents.csv' }}
        empty={t('admin.consents.none')}
        emptyHint={t('admin.consents.noneHint')}
        keyOf={({ teacher }) => teacher._id}
        label={t('admin.consents.title')}
      />
    </Section>
  );
}
