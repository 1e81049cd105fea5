import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';
import { PersonLink } from '../list/person-link.tsx';
import { TitledTable } from '../list/titled-table.tsx';
import { type HistoryEntry, historyEntries } from './history-entries.ts';
import { useHistoryText } from './use-history-text.ts';
import { useMomentText } from './use-moment-text.ts';

/** Number of entries above the fold. */
const LATEST = 3;

type Row = HistoryEntry & { readonly row: number };
const keyOf = ({ row }: Row) => String(row);

type Shown = Pick<AgreementFile, 'history' | 'members'>;

/** History of the agreement, latest first. The earlier entries are folded. */
export function AgreementHistory({ agreement }: { agreement: Shown }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = useColumns(agreement);
  const entries = historyEntries(agreement.history, useMomentText());
  const rows = entries.map((entry, row) => ({ ...entry, row }));
  const earlier = rows.slice(LATEST);
  const label = t('admin.agreements.earlier', { number: formats.number(earlier.length) });
  return (
    <div className={page.stack}>
      <TitledTable
        columns={columns}
        id="history"
        keyOf={keyOf}
        rows={rows.slice(0, LATEST)}
        title={t('admin.person.history')}
      />
      {earlier.length > 0 && (
        <details>
          <summary>{label}</summary>
          <DataTable columns={columns} keyOf={keyOf} label={label} rows={earlier} />
        </details>
      )}
    </div>
  );
}

function useColumns(agreement: Shown): Column<Row>[] {
  const { t } = useTranslation();
  const say = useMessages();
  const momentText = useMomentText();
  const historyText = useHistoryText();
  return [
    {
      id: 'what',
      header: t('admin.auditAction'),
      value: (entry) => (
        <div className={page.chips}>
          {historyText(entry)}
          {entry.isTakenBack && <Tag tone="urgent">{t('admin.agreements.takenBack')}</Tag>}
        </div>
      ),
    },
    { id: 'when', header: t('admin.auditWhen'), value: ({ at }) => momentText(at) },
    {
      id: 'who',
      header: t('admin.auditWho'),
      value: ({ administrator, members }) =>
        administrator ?? (members.length > 0 && <Members agreement={agreement} members={members} />),
    },
    {
      id: 'details',
      header: t('admin.auditDetails'),
      value: ({ reason, words, administrator, members }) => (
        <>
          {reason && <p>{say(`ended.${reason}`)}</p>}
          {words && <p className={card.text}>{words}</p>}
          {administrator !== null && members.length > 0 && (
            <Members agreement={agreement} members={members} />
          )}
        </>
      ),
    },
  ];
}

interface MembersProps {
  readonly agreement: Pick<Shown, 'members'>;
  readonly members: HistoryEntry['members'];
}

/** Names of the members of an entry. Teachers of other districts have no link. */
function Members({ agreement, members }: MembersProps) {
  const teachers = agreement.members.flatMap(({ teacher }) => teacher ?? []);
  return (
    <ul className={page.tight}>
      {members.map((member) => (
        <li key={member._id}>
          <PersonLink person={teachers.find(({ _id }) => _id === member._id) ?? member} />
        </li>
      ))}
    </ul>
  );
}
