import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Cell, RowTitle, Table } from '../table.tsx';
import { type AuditEntry, useAuditWords } from './audit-words.ts';

/** Entries of the audit log. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const columns = [
    t('admin.auditAction'),
    t('admin.auditWhen'),
    t('admin.auditWho'),
    t('admin.auditWhom'),
    t('admin.auditDetails'),
    t('admin.auditAddress'),
  ];
  return (
    <Table columns={columns} label={t('admin.audit')}>
      {entries.map((entry) => (
        <AuditRow entry={entry} key={entry._id} />
      ))}
    </Table>
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
