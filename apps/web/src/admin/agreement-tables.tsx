import type { AgreementFile, TransferOrder } from '@mutual-transfer/domain/administration/office-agreement';
import type { MovingStep } from '@mutual-transfer/domain/agreements/agreement-steps';
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
import { PersonLink } from './person-link.tsx';
import { TitledTable } from './section.tsx';
import { agreementSearch } from './sections.ts';

/** Number of an agreement, linked to its page. */
export function AgreementLink({ id, number }: { id: string; number: string | null }) {
  return <Link to={{ search: agreementSearch(id) }}>{number ?? id}</Link>;
}

export type MemberCells = AgreementFile['members'][number];

interface MembersProps {
  agreement: AgreementFile;
  onRecord: (member: MemberCells, step: MovingStep) => void;
  onTakeBack: (member: MemberCells, step: MovingStep) => void;
  onScrutinise: (member: MemberCells) => void;
}

/** Members in seat order, with their answers, and their steps above the buttons that record a relieving or joining and take it back. */
export function AgreementMembers({ agreement, onRecord, onTakeBack, onScrutinise }: MembersProps) {
  const { members } = agreement;
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const answerText = useAnswerText();
  const nameOf = useMemberName();
  const columns: Column<MemberCells>[] = [
    {
      id: 'name',
      header: t('admin.name'),
      value: ({ seat, teacher, schoolName }) => (
        <>
          {formats.number(seat)}. <PersonLink person={teacher} />
          <span className={page.soft}>{schoolName === '' ? t('admin.person.schoolOpen') : schoolName}</span>
        </>
      ),
    },
    {
      id: 'contact',
      header: t('admin.contact'),
      value: (member) => (
        <Contact
          hiddenText={t('admin.agreements.noContact')}
          isCompact
          person={{ ...member, name: nameOf(member) }}
        />
      ),
    },
    {
      id: 'place',
      header: t('where.place'),
      value: ({ district, block, factsNow }) => (
        <>
          <p>{names.place(district, block)}</p>
          {factsNow && <FactsNow facts={factsNow} />}
        </>
      ),
    },
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
      value: ({ answer, isSilent, isProposer }) => (
        <div className={page.chips}>
          <Tag tone={answer === 'yes' ? 'good' : 'low'}>
            {answerText({ answer, isSilent }, agreement.endedAt)}
          </Tag>
          {isProposer && <Tag>{t('admin.agreements.proposer')}</Tag>}
        </div>
      ),
    },
    {
      id: 'steps',
      header: t('admin.agreements.steps'),
      value: (member) => (
        <div className={page.tight}>
          {member.scrutinisedAt && (
            <Tag tone="good">
              {t('admin.scrutiny.passedOn', { date: formats.date(member.scrutinisedAt) })}
            </Tag>
          )}
          {member.steps.length > 0 && <Steps member={member} />}
          <div className={page.chips}>
            {member.canScrutinise && (
              <MemberButton
                onClick={() => onScrutinise(member)}
                teacher={member.teacher}
                text={t(member.scrutinisedAt === null ? 'admin.scrutiny.act' : 'admin.scrutiny.again')}
              />
            )}
            {member.canRecord.map((step) => (
              <MemberButton
                key={step}
                onClick={() => onRecord(member, step)}
                teacher={member.teacher}
                text={t(recordButtonText(agreement, member, step))}
              />
            ))}
            {member.canTakeBack.map((step) => (
              <MemberButton
                key={step}
                onClick={() => onTakeBack(member, step)}
                teacher={member.teacher}
                text={t(`admin.agreements.takeBackStep.${step}`)}
              />
            ))}
          </div>
        </div>
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

/** Facts of the account that differ from those on which the agreement rests. */
function FactsNow({ facts }: { facts: NonNullable<MemberCells['factsNow']> }) {
  const { t } = useTranslation();
  const names = useNames();
  const { district, block, subject, classRange } = facts;
  const now = [
    ...(district !== null && block !== null ? [names.place(district, block)] : []),
    ...(subject === null ? [] : [names.subject(subject)]),
    ...(classRange === null ? [] : [names.classLevel(classRange)]),
  ];
  return (
    <p>
      <Tag tone="urgent">{t('admin.agreements.factsNow')}</Tag> {now.join(', ')}
    </p>
  );
}

function Steps({ member }: { member: MemberCells }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { steps, recordMovedAt } = member;
  return (
    <ul className={page.tight}>
      {steps.map(({ step, at }) => (
        <li key={step}>
          {t(`agreements.did.${step}`)} · {formats.date(dayOf(member, step) ?? at)}
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

/** Returns the day of a step that an office recorded. */
export function dayOf(
  { relievedOn, joinedOn }: Pick<MemberCells, 'relievedOn' | 'joinedOn'>,
  step: MemberCells['steps'][number]['step'],
): string | null {
  if (step === 'relieved') return relievedOn;
  return step === 'joined' ? joinedOn : null;
}

/** Returns the text of the button that records a relieving or joining. One that is recorded can be corrected. */
export function recordButtonText(
  { state }: Pick<AgreementFile, 'state'>,
  { steps }: Pick<MemberCells, 'steps'>,
  moving: MovingStep,
) {
  const isDone = state === 'completed' || steps.some(({ step }) => step === moving);
  return `admin.agreements.${isDone ? 'correctStep' : 'recordStep'}.${moving}` as const;
}

interface MemberButtonProps extends Pick<MemberCells, 'teacher'> {
  text: string;
  onClick: () => void;
}

function MemberButton({ teacher, text, onClick }: MemberButtonProps) {
  return (
    <Button aria-label={`${text}: ${teacher?.name}`} onClick={onClick}>
      {text}
    </Button>
  );
}

interface OrdersProps {
  agreement: AgreementFile;
  onWithdraw: (order: TransferOrder) => void;
}

/** Orders of the department, including withdrawn ones. */
export function AgreementOrders({ agreement: { orders, members }, onWithdraw }: OrdersProps) {
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
      value: (order) => (
        <>
          {formats.dateTime(order.recordedAt)} {order.recordedBy}
          {order.canWithdraw && (
            <Button
              aria-label={`${t('admin.orders.withdraw')}: ${order.number}`}
              onClick={() => onWithdraw(order)}
            >
              {t('admin.orders.withdraw')}
            </Button>
          )}
        </>
      ),
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
