import type { AgreementFile, TransferOrder } from '@mutual-transfer/domain/administration/office-agreement';
import { groupNumber } from '@mutual-transfer/domain/agreements/agreement-rules';
import { Link } from 'react-router';
import { useAnswerText } from '../agreements/agreement-texts.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { orderPath } from '../platform/paths.ts';
import { Button } from '../ui/button.tsx';
import { Contact } from '../ui/contact.tsx';
import page from '../ui/page.module.css';
import { Tag } from '../ui/tag.tsx';
import { useMemberName } from './agreement-texts.ts';
import type { Column } from './list/columns.ts';
import { useOwnDistricts } from './people-filters.ts';
import { PersonLink } from './person-link.tsx';
import { TitledTable } from './section.tsx';
import { agreementSearch } from './sections.ts';

/** Number of an agreement, linked to its page. */
export function AgreementLink({ id }: { id: string }) {
  return <Link to={{ search: agreementSearch(id) }}>{groupNumber(id)}</Link>;
}

export type MemberCells = AgreementFile['members'][number];

interface MembersProps {
  agreement: AgreementFile;
  onJoin: (member: MemberCells) => void;
}

/** Members in seat order, with their answers, and their steps above the button that records a joining. */
export function AgreementMembers({ agreement, onJoin }: MembersProps) {
  const { members, can } = agreement;
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const districts = useOwnDistricts();
  const answerText = useAnswerText();
  const nameOf = useMemberName();
  const columns: Column<MemberCells>[] = [
    {
      id: 'name',
      header: t('admin.name'),
      value: ({ seat, teacher, schoolName }) => (
        <>
          {formats.number(seat)}. <PersonLink person={teacher} />
          <span className={page.soft}>{schoolName}</span>
        </>
      ),
    },
    {
      id: 'contact',
      header: t('admin.contact'),
      value: (member) => <Contact isCompact person={{ ...member, name: nameOf(member) }} />,
    },
    { id: 'place', header: t('admin.place'), value: ({ district, block }) => names.place(district, block) },
    {
      id: 'takes',
      header: t('admin.agreements.takes'),
      value: ({ takesPlaceOf }) => {
        const other = members.find(({ seat }) => seat === takesPlaceOf);
        return (
          <>
            <p>{nameOf(other)}</p>
            {other && <p className={page.soft}>{names.place(other.district, other.block)}</p>}
          </>
        );
      },
    },
    {
      id: 'answer',
      header: t('admin.agreements.answer'),
      value: ({ answer, isProposer }) => (
        <div className={page.chips}>
          <Tag tone={answer === 'yes' ? 'good' : 'low'}>{answerText(answer, agreement.endedAt)}</Tag>
          {isProposer && <Tag>{t('admin.agreements.proposer')}</Tag>}
        </div>
      ),
    },
    {
      id: 'steps',
      header: t('admin.agreements.steps'),
      value: (member) => (
        <>
          {member.steps.length > 0 && <Steps member={member} />}
          {can.join && canJoin(member, districts) && (
            <JoinButton
              onClick={() => onJoin(member)}
              teacher={member.teacher}
              text={t(joinAction(agreement, member))}
            />
          )}
        </>
      ),
    },
  ];
  return (
    <TitledTable
      columns={columns}
      id="members"
      keyOf={({ seat }) => String(seat)}
      rows={members}
      title={t('agreements.members')}
    />
  );
}

function Steps({ member: { steps, joinedOn, recordMovedAt } }: { member: MemberCells }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ul className={page.tight}>
      {steps.map(({ step, at }) => (
        <li key={step}>
          {t(`agreements.did.${step}`)} · {formats.date(step === 'joined' ? (joinedOn ?? at) : at)}
        </li>
      ))}
      {recordMovedAt && (
        <li>
          {t('admin.agreements.recordMoved')} · {formats.date(recordMovedAt)}
        </li>
      )}
    </ul>
  );
}

/** Returns the text of the button that records a joining. The joining of a member who has joined can be corrected. */
export function joinAction({ state }: Pick<AgreementFile, 'state'>, { steps }: Pick<MemberCells, 'steps'>) {
  const hasJoined = state === 'completed' || steps.some(({ step }) => step === 'joined');
  return hasJoined ? 'admin.agreements.correctJoin' : 'admin.agreements.join';
}

/**
 * Returns false if the member's record was moved already, or if neither the member's account nor the posting in the agreement is in the
 * administrator's districts.
 */
function canJoin({ teacher, recordMovedAt, district }: MemberCells, districts: readonly string[]): boolean {
  if (teacher === null || recordMovedAt !== null) return false;
  return teacher.isElsewhere !== true || districts.includes(district);
}

interface JoinButtonProps extends Pick<MemberCells, 'teacher'> {
  text: string;
  onClick: () => void;
}

function JoinButton({ teacher, text, onClick }: JoinButtonProps) {
  return (
    <Button aria-label={`${text}: ${teacher?.name}`} onClick={onClick}>
      {text}
    </Button>
  );
}

/** Orders of the department, including withdrawn ones. */
export function AgreementOrders({ agreement: { orders, members } }: { agreement: AgreementFile }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useMemberName();
  const columns: Column<TransferOrder>[] = [
    {
      id: 'number',
      header: t('admin.orders.number'),
      value: ({ number, withdrawnAt }) => (
        <div className={page.chips}>
          {number} {withdrawnAt !== null && <Tag tone="urgent">{t('admin.orders.withdrawn')}</Tag>}
        </div>
      ),
    },
    { id: 'date', header: t('admin.orders.date'), value: ({ date }) => formats.date(date) },
    {
      id: 'authority',
      header: t('admin.orders.authority'),
      value: ({ authority, office }) => [authority, office].filter(Boolean).join(', '),
    },
    {
      id: 'members',
      header: t('agreements.members'),
      value: ({ seats }) =>
        members
          .filter(({ seat }) => seats.includes(seat))
          .map(nameOf)
          .join(', '),
    },
    {
      id: 'code',
      header: t('admin.orders.code'),
      value: ({ code }) => <Link to={orderPath(code)}>{code}</Link>,
    },
    {
      id: 'recorded',
      header: t('admin.orders.recorded'),
      value: ({ recordedAt, recordedBy }) => `${formats.dateTime(recordedAt)} ${recordedBy ?? ''}`,
    },
  ];
  return (
    <TitledTable
      columns={columns}
      id="orders"
      keyOf={({ _id }) => _id}
      rows={orders}
      title={t('admin.orders.all')}
    />
  );
}
