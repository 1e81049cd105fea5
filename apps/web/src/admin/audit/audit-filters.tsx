import { auditActions } from '@mutual-transfer/domain/administration/audit-actions';
import { ADMIN_SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import button from '../../ui/button.module.css';
import page from '../../ui/page.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { TypedSearch } from '../../ui/typed-search.tsx';
import { personSearch, sectionSearch, useWords, wordsQuery } from '../admin-address.ts';
import { Download } from '../download.tsx';
import { SpanFields, spanWords } from '../span-fields.tsx';
import { auditText } from './audit-words.ts';

const words = ['action', 'person', 'search', ...spanWords];

/** Filters of the audit log: action, days, actor, and the target if opened from a teacher's page. */
export function AuditFilters() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const action = useWords('action');
  const search = useWords('search');
  const person = parameters.get('person');
  return (
    <div className={page.filters}>
      <SelectField
        label={t('admin.auditAction')}
        name="action"
        onChange={action.change}
        options={[
          { value: '', label: t('admin.auditAny') },
          ...auditActions.map((action) => ({ value: action, label: t(auditText(action)) })),
        ]}
        value={action.value}
      />
      <SpanFields />
      {person === null && (
        <TypedSearch
          delay={ADMIN_SEARCH_DEBOUNCE}
          hint={t('admin.auditPersonHint')}
          label={t('admin.auditPerson')}
          name="search"
          onChange={search.change}
          value={search.value}
        />
      )}
      {person !== null && (
        <>
          <Link className={button.soft} to={{ search: personSearch(person) }}>
            {t('admin.person.back')}
          </Link>
          <Link className={button.soft} to={{ search: sectionSearch('audit') }}>
            {t('admin.auditEveryone')}
          </Link>
        </>
      )}
      <Download file="audit.csv" path={`/admin/audit.csv?${wordsQuery(parameters, words)}`} />
    </div>
  );
}
