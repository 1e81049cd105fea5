import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { Tag } from '../ui/tag.tsx';
import { useHistoryText, useMomentText } from './agreement-texts.ts';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { PersonLink } from './person-link.tsx';
import { TitledTable } from './section.tsx';

type Happening = AgreementFile['history'][number];
type Member = NonNullable<Happening['member']>;

/** Equal events of several members at one time. */
interface HistoryEntry extends Omit<Happening, 'member'> {
  members: readonly Member[];
}

/**
 * Groups consecutive events that differ only in their member, and returns the latest entry first.
 *
 * @param history events, oldest first.
 * @param timeOf returns the time as it is shown. Events with the same text are of one time.
 */
export function historyEntries(
  history: readonly Happening[],
  timeOf: (at: string) => string,
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const { member, ...happening } of history) {
    const last = entries.at(-1);
    const isOfNextMember =
      last !== undefined && areEqual(last, happening, timeOf) && isFurther(last.members, member);
    if (isOfNextMember) entries[entries.length - 1] = { ...last, members: [...last.members, member] };
    else entries.push({ ...happening, members: member === null ? [] : [member] });
  }
  return entries.reverse();
}

function isFurther(members: readonly Member[], member: Member | null): member is Member {
  return member !== null && members.every(({ _id }) => _id !== member._id);
}

const compared = ['kind', 'concerns', 'administrator', 'reason', 'words', 'isTakenBack'] as const;
type Compared = Pick<Happening, (typeof compared)[number] | 'at'>;

function areEqual(first: Compared, second: Compared, timeOf: (at: string) => string): boolean {
  return compared.every((name) => first[name] === second[name]) && timeOf(first.at) === timeOf(second.at);
}

/** Number of entries above the fold. */
const LATEST = 3;

type Row = HistoryEntry & { row: number };
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
      header: t('browse.details'),
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
  agreement: Pick<Shown, 'members'>;
  members: HistoryEntry['members'];
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
