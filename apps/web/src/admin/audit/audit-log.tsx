import { auditActions } from '@mutual-transfer/domain/administration/audit-actions';
import { Link, useSearchParams } from 'react-router';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import button from '../../ui/button.module.css';
import page from '../../ui/page.module.css';
import { auditQuery } from '../admin.queries.ts';
import { AdminList } from '../list/admin-list.tsx';
import { type Filter, useSpanFilters } from '../list/filters.tsx';
import { useListPage } from '../list/use-list-page.ts';
import { Section } from '../sections/section.tsx';
import { personSearch, sectionSearch } from '../sections/sections.ts';
import { useAuditColumns } from './audit-table.tsx';

/** Audit log: actor, action, target, time and address. Limited to one teacher if opened from that teacher's page. */
export function AuditLog({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const columns = useAuditColumns();
  const looks = looksOf(parameters);
  const list = useListPage({
    filters: useAuditFilters(),
    otherNames: ['person'],
    queryOf: (search) => auditQuery(userId, search + looks),
    rowsOf: ({ entries }) => entries,
  });
  const person = parameters.get('person');
  return (
    <Section id="audit" lead={t('admin.auditHint')} title={t('admin.audit')}>
      {person !== null && (
        <div className={page.chips}>
          <Link className={button.soft} to={{ search: personSearch(person) }}>
            {t('admin.person.back')}
          </Link>
          <Link className={button.soft} to={{ search: sectionSearch('audit') }}>
            {t('admin.auditEveryone')}
          </Link>
        </div>
      )}
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/audit.csv', query: looks }}
        empty={t('admin.auditNone')}
        keyOf={({ _id }) => _id}
        label={t('admin.audit')}
      />
    </Section>
  );
}

/** Returns the query suffix that excludes views of personal data. Empty if the administrator chose to see them, or one kind of action. */
function looksOf(parameters: URLSearchParams): string {
  return parameters.has('looks') || parameters.has('action') ? '' : '&looks=without';
}

function useAuditFilters(): Filter[] {
  const { t } = useTranslation();
  const say = useMessages();
  const span = useSpanFilters();
  const [parameters] = useSearchParams();
  return [
    ...(parameters.has('person')
      ? []
      : [
          {
            kind: 'search' as const,
            name: 'search',
            label: t('admin.auditPerson'),
            hint: t('admin.personHint'),
          },
        ]),
    {
      kind: 'choice',
      name: 'looks',
      label: t('admin.auditEntries'),
      all: t('admin.auditChanges'),
      options: [{ value: 'with', label: t('admin.auditAll') }],
    },
    {
      kind: 'choice',
      name: 'action',
      label: t('admin.auditAction'),
      all: t('admin.auditAny'),
      options: auditActions.map((action) => ({ value: action, label: say(`audit.${action}`) })),
    },
    ...span,
  ];
}
