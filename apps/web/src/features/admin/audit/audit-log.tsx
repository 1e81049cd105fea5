import { ADMIN_PAGE_SIZE } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../../i18n/language.tsx';
import { useFormats } from '../../../i18n/names.ts';
import card from '../../../ui/card.module.css';
import page from '../../../ui/page.module.css';
import { SelectField } from '../../../ui/select-field.tsx';
import { listQuery, useWords } from '../admin-address.ts';
import { auditQuery } from '../admin-queries.ts';
import { ListFrame } from '../list-frame.tsx';
import { Cell, RowTitle, Table } from '../table.tsx';
import { type AuditEntry, auditActions, useAuditWords } from './audit-words.ts';

const names = { words: ['action'], pages: ['page'], limit: ADMIN_PAGE_SIZE };

/** Who did what to whom, when and from where. */
export function AuditLog({ token }: { token: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const action = useWords('action');
  const query = useQuery(auditQuery(token, listQuery(parameters, names)));
  const columns = [
    t('admin.auditAction'),
    t('admin.auditWhen'),
    t('admin.auditWho'),
    t('admin.auditWhom'),
    t('admin.auditDetails'),
    t('admin.auditAddress'),
  ];
  return (
    <section aria-labelledby="audit" className={page.section}>
      <div>
        <h2 id="audit">{t('admin.audit')}</h2>
        <p className={card.soft}>{t('admin.auditHint')}</p>
      </div>
      <div className={page.search}>
        <SelectField
          label={t('admin.auditAction')}
          name="action"
          onChange={action.change}
          options={[
            { value: '', label: t('admin.auditAny') },
            ...Object.entries(auditActions).map(([value, key]) => ({ value, label: t(key) })),
          ]}
          value={action.value}
        />
      </div>
      <ListFrame
        empty={t('admin.auditNone')}
        label={t('admin.audit')}
        pagination={query.data?.pagination}
        query={query}
      >
        <Table columns={columns} label={t('admin.audit')}>
          {query.data?.entries.map((entry) => (
            <AuditRow entry={entry} key={entry._id} />
          ))}
        </Table>
      </ListFrame>
    </section>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useAuditWords();
  return (
    <tr>
      <RowTitle>{words.action(entry.action)}</RowTitle>
      <Cell label={t('admin.auditWhen')}>
        <time dateTime={entry.happenedAt}>{formats.dateTime(entry.happenedAt)}</time>
      </Cell>
      <Cell label={t('admin.auditWho')}>{words.who(entry)}</Cell>
      <Cell label={t('admin.auditWhom')}>{entry.subject}</Cell>
      <Cell label={t('admin.auditDetails')}>
        {words.details(entry).map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </Cell>
      <Cell label={t('admin.auditAddress')}>{entry.address}</Cell>
    </tr>
  );
}
