import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Tag } from '../../ui/tag.tsx';
import { AgreementLink } from '../agreements/agreement-link.tsx';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';
import { PersonLink } from '../list/person-link.tsx';
import { type AuditEntry, useAuditTexts } from './use-audit-texts.ts';

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const columns = useAuditColumns();
  return <DataTable columns={columns} keyOf={({ _id }) => _id} label={t('admin.audit')} rows={entries} />;
}

export function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const texts = useAuditTexts();
  return [
    {
      id: 'action',
      header: t('admin.auditAction'),
      value: (entry) => (
        <>
          {texts.sentence(entry).map(({ key, text, teacherId }) => (
            <Named id={teacherId} key={key} name={text} />
          ))}{' '}
          {entry.isRefused && <Tag tone="urgent">{t('admin.auditRefused')}</Tag>}
        </>
      ),
    },
    {
      id: 'when',
      header: t('admin.auditWhen'),
      value: ({ happenedAt }) => <time dateTime={happenedAt}>{formats.dateTime(happenedAt)}</time>,
    },
    {
      id: 'details',
      header: t('admin.auditDetails'),
      value: (entry) => (
        <>
          {typeof entry.details.agreement === 'string' && (
            <p>
              {t('admin.agreements.number')}: <AgreementLink id={entry.details.agreement} />
            </p>
          )}
          {texts.details(entry).map((detail) => (
            <p key={detail}>{detail}</p>
          ))}
        </>
      ),
    },
    { id: 'address', header: t('admin.auditAddress'), value: ({ address }) => address },
  ];
}

/** Part of a sentence: text, or the name of a teacher linked to the teacher's page. */
function Named({ id, name }: { id: string | null; name: string }) {
  return id === null ? name : <PersonLink person={{ _id: id, name }} />;
}
