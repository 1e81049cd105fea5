import {
  type AgreementFile,
  agreementEndSchema,
  newDeadlineSchema,
  newJoiningSchema,
  newTransferOrderSchema,
  scrutinySchema,
  type TransferOrder,
  undoingSchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import type { MovingStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { type ReactNode, useState } from 'react';
import type { FormValues } from '../form/form-values.ts';
import { ApiError, callApi, hasStatus } from '../platform/client.ts';
import { languageOnScreen, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { ActionDialog, type ActionDialogProps, useReasonField } from './action-dialog.tsx';
import { dayOf, type MemberCells, recordButtonText } from './agreement-tables.tsx';
import { useMemberName, waitsForScrutiny } from './agreement-texts.ts';
import { ActionFailure } from './list/query-state.tsx';

const CONFLICT = 409;

/** Action of an administrator on an agreement. */
export type OfficeActionDialog =
  | { kind: 'deadline' | 'end' | 'order' | 'pass' }
  | { kind: 'scrutiny'; member: MemberCells }
  | { kind: 'record'; member: MemberCells; step: MovingStep }
  /** Takes back an order, the joining or relieving of a member, or the last step. */
  | { kind: 'undo'; order?: TransferOrder; of?: { member: MemberCells; step: MovingStep } };

interface OfficeDialogProps {
  agreement: AgreementFile;
  onClose: () => void;
  onDone: (changed: AgreementFile) => unknown;
  /** Called when the server refuses the action because the agreement does not allow it any more (409). */
  onOutdated: () => unknown;
}

/** Dialog of an action. Every action requires a reason, which is sent to the members. */
export function OfficeDialog({
  action,
  ...props
}: OfficeDialogProps & { action: OfficeActionDialog }): ReactNode {
  if (action.kind === 'record') return <RecordDialog {...props} member={action.member} step={action.step} />;
  if (action.kind === 'scrutiny') return <ScrutinyDialog {...props} member={action.member} />;
  if (action.kind === 'undo') return <UndoDialog {...props} of={action.of} order={action.order} />;
  const Dialog = { deadline: DeadlineDialog, end: EndDialog, order: OrderDialog, pass: PassDialog }[
    action.kind
  ];
  return <Dialog {...props} />;
}

interface OfficeActionProps<Values extends FormValues>
  extends OfficeDialogProps,
    Omit<ActionDialogProps<Values, AgreementFile>, 'act' | 'failed' | 'onDone' | 'onRefused'> {
  /** API path relative to the agreement. */
  path: string;
  method?: 'POST' | 'DELETE';
  /** Called when the server records it only if the administrator accepts what needs a look. */
  onNeedsLook?: () => void;
}

function OfficeAction<Values extends FormValues>(props: OfficeActionProps<Values>) {
  const { agreement, onOutdated, onNeedsLook, path, method = 'POST', ...dialog } = props;
  const { t } = useTranslation();
  return (
    <ActionDialog
      act={(body) => callApi<AgreementFile>(`/admin/agreements/${agreement._id}/${path}`, { method, body })}
      {...dialog}
      failed={(error) =>
        // The tick that the dialog now has says what the server found.
        !needsAccept(error) && (
          <ActionFailure
            error={error}
            text={t(isConflict(error) ? 'admin.agreements.refused' : 'common.failed')}
          />
        )
      }
      onRefused={(refusal) => {
        if (isConflict(refusal)) onOutdated();
        if (needsAccept(refusal)) onNeedsLook?.();
      }}
    />
  );
}

/** Returns `true` if the state of the agreement does not allow the action, so that a retry would fail too. */
function isConflict(error: unknown): boolean {
  return hasStatus(error, CONFLICT);
}

/** Returns `true` if the server records the action only with the field `accept`. */
export function needsAccept(error: unknown): boolean {
  return error instanceof ApiError && 'accept' in error.fieldsIn(languageOnScreen());
}

/** Returns the field of the reason, which the members are told. */
function useToldReason() {
  const { t } = useTranslation();
  return useReasonField({ hint: t('admin.agreements.reasonHint') });
}

function DeadlineDialog(props: OfficeDialogProps) {
  const { t } = useTranslation();
  const reason = useToldReason();
  return (
    <OfficeAction
      {...props}
      fields={[
        {
          name: 'deadline',
          kind: 'date',
          label: t('admin.agreements.newDeadline'),
          hint: t('admin.agreements.newDeadlineHint'),
        },
        reason,
      ]}
      initial={{ deadline: '', reason: '' }}
      path="deadline"
      schema={newDeadlineSchema}
      title={t('admin.agreements.extend')}
    />
  );
}

function EndDialog(props: OfficeDialogProps) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const formats = useFormats();
  const reason = useReasonField<{ what: string; reason: string }>({
    hint: ({ what }) =>
      t(what === 'combination' ? 'admin.agreements.reasonHint' : 'admin.agreements.outHint'),
  });
  const { members } = props.agreement;
  const isElsewhere = ({ teacher }: (typeof members)[number]) => teacher?.isElsewhere === true;
  const own = members.filter((member) => member.teacher !== null && !isElsewhere(member));
  // A member whose account is erased keeps nobody from ending the group.
  const isWholeOwn = !members.some(isElsewhere);
  const joined = members.filter(({ steps }) => steps.some(({ step }) => step === 'joined'));
  return (
    <OfficeAction
      {...props}
      body={endOf}
      check={({ scope, ...found }) => (scope === undefined ? found : { ...found, what: scope })}
      fields={[
        {
          name: 'what',
          kind: 'choice',
          label: t('admin.agreements.endWhat'),
          options: [
            { value: '', label: t('common.choose') },
            ...(isWholeOwn ? [{ value: 'combination', label: t('admin.agreements.endCombination') }] : []),
            ...own.map((member) => ({
              value: member.teacher?._id ?? '',
              label: t('admin.agreements.endTeacher', { name: nameOf(member) }),
            })),
            ...(isWholeOwn ? [{ value: 'all', label: t('admin.agreements.endAll') }] : []),
          ],
        },
        reason,
      ]}
      initial={{ what: '', reason: '' }}
      kind="grave"
      path="end"
      schema={agreementEndSchema}
      title={t('admin.agreements.end')}
    >
      <p>{t('admin.agreements.endText', { names: formats.list(members.map(nameOf)) })}</p>
      <InvalidOrders agreement={props.agreement} />
      {joined.length > 0 && (
        <p>
          <strong>{t('admin.agreements.endJoined', { names: formats.list(joined.map(nameOf)) })}</strong>
        </p>
      )}
    </OfficeAction>
  );
}

/** Names the orders that the end of the group makes invalid; those that name only members elsewhere without their number. */
function InvalidOrders({ agreement: { orders, hasUnseenOrder } }: Pick<OfficeDialogProps, 'agreement'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const named = orders
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map(({ number, office, authority }) => [number, office ?? authority ?? ''].filter(Boolean).join(', '));
  if (hasUnseenOrder) named.push(t('admin.agreements.orderElsewhere'));
  if (named.length === 0) return null;
  return (
    <p>
      <strong>{t('admin.agreements.endOrders', { orders: formats.list(named) })}</strong>
    </p>
  );
}

/** Returns the request body. A value that names no scope is the id of the teacher who is out of the season. */
function endOf({ what, reason }: { what: string; reason: string }) {
  if (what === '' || what === 'combination' || what === 'all') return { scope: what, reason };
  return { scope: 'teacher', user: what, reason };
}

interface UndoDialogProps extends OfficeDialogProps {
  order: TransferOrder | undefined;
  of: { member: MemberCells; step: MovingStep } | undefined;
}

function UndoDialog({ order, of, ...props }: UndoDialogProps) {
  const { t } = useTranslation();
  const reason = useToldReason();
  // Keeps the last step as of when the dialog opened, even if a refusal refetches the agreement.
  const [undo] = useState(props.agreement.can.undo);
  const last = undo === null ? {} : { step: undo.id };
  const ofMember = of && { seat: of.member.seat, moving: of.step };
  const what = order ? { order: order._id } : (ofMember ?? last);
  const title = order
    ? 'admin.orders.withdraw'
    : of
      ? (`admin.agreements.takeBackStep.${of.step}` as const)
      : 'admin.agreements.undo';
  return (
    <OfficeAction
      {...props}
      body={(values) => ({ ...values, ...what })}
      fields={[reason]}
      initial={{ reason: '' }}
      method="DELETE"
      path="steps/last"
      schema={undoingSchema}
      title={t(title)}
    >
      {order && <p>{t('admin.orders.withdrawText', { number: order.number })}</p>}
      {of?.step === 'joined' && (
        <p>{t('admin.agreements.takeBackText', { name: of.member.teacher?.name ?? '' })}</p>
      )}
      {of?.step === 'relieved' && <p>{of.member.teacher?.name}</p>}
      {!order && !of && undo && <UndoneStep undo={undo} />}
    </OfficeAction>
  );
}

/** Names the step that is undone and its members. */
function UndoneStep({ undo }: { undo: NonNullable<AgreementFile['can']['undo']> }) {
  const { t } = useTranslation();
  const { step, members, postingStays = [] } = undo;
  const did = t(`agreements.did.${step}`);
  return (
    <>
      <p>
        {members.length === 0
          ? t('admin.agreements.undoText', { step: did })
          : t('admin.agreements.undoTextOf', { step: did, names: members.join(', ') })}{' '}
        {step === 'ordered' && t('admin.agreements.undoOrder')}
      </p>
      {postingStays.length > 0 && (
        <p>{t('admin.agreements.undoStays', { names: postingStays.join(', ') })}</p>
      )}
    </>
  );
}

function OrderDialog(props: OfficeDialogProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reason = useToldReason();
  const { members, can } = props.agreement;
  const present = members.flatMap(({ seat, teacher }) =>
    teacher === null || !can.orderSeats.includes(seat) ? [] : [{ value: teacher._id, label: teacher.name }],
  );
  const all = members.filter(({ teacher }) => teacher !== null).length;
  const unseen = props.agreement.hasScrutiny
    ? present.filter(({ value }) =>
        members.some(({ teacher, scrutinisedAt }) => teacher?._id === value && scrutinisedAt === null),
      )
    : [];
  const isUnseen = (named: string) => unseen.some(({ value }) => named.split(',').includes(value));
  return (
    <OfficeAction
      {...props}
      body={({ number, date, authority, office, reason, accept, ...values }) => {
        const named = values.members.split(',').filter(Boolean);
        return {
          number,
          date,
          reason,
          ...(accept ? { accept } : {}),
          ...(authority !== '' && { authority }),
          ...(office !== '' && { office }),
          ...(named.length < all && { members: named }),
        };
      }}
      check={(found, values) => {
        if (values.members === '') return { ...found, members: t('admin.orders.noMember') };
        return isUnseen(values.members) && !values.accept
          ? {
              ...found,
              members: t('admin.scrutiny.needsLook', {
                names: formats.list(unseen.map(({ label }) => label)),
              }),
            }
          : found;
      }}
      fields={[
        { name: 'number', kind: 'text', label: t('admin.orders.number') },
        { name: 'date', kind: 'date', label: t('admin.orders.date') },
        { name: 'authority', kind: 'text', label: t('admin.orders.authority'), isOptional: true },
        { name: 'office', kind: 'text', label: t('admin.orders.office'), isOptional: true },
        { name: 'members', kind: 'several', label: t('admin.orders.names'), options: present },
        ...(unseen.length > 0
          ? [{ name: 'accept', kind: 'check', label: t('admin.scrutiny.accept') } as const]
          : []),
        reason,
      ]}
      initial={{
        number: '',
        date: '',
        authority: '',
        office: '',
        members: present.map(({ value }) => value).join(),
        accept: false,
        reason: '',
      }}
      path="order"
      schema={newTransferOrderSchema}
      title={t('admin.agreements.order')}
    />
  );
}

/** Ticks every member who has not passed the scrutiny yet. */
function PassDialog(props: OfficeDialogProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useMemberName();
  const reason = useReasonField({ hint: t('admin.scrutiny.reasonHint') });
  const names = props.agreement.members.filter(waitsForScrutiny).map(nameOf);
  return (
    <OfficeAction
      {...props}
      body={({ reason: seen }) => ({ result: 'passed', reason: seen })}
      fields={[reason]}
      initial={{ reason: '' }}
      path="scrutiny"
      schema={scrutinySchema}
      title={t('admin.scrutiny.allPassed')}
    >
      <p>{t('admin.scrutiny.allPassedText', { names: formats.list(names) })}</p>
    </OfficeAction>
  );
}

function ScrutinyDialog({
  member: { teacher, scrutinisedAt },
  ...props
}: OfficeDialogProps & { member: MemberCells }) {
  const { t } = useTranslation();
  const reason = useReasonField<{ result: string; reason: string }>({
    hint: ({ result }) => t(result === 'objected' ? 'admin.agreements.outHint' : 'admin.scrutiny.reasonHint'),
  });
  return (
    <OfficeAction
      {...props}
      body={(values) => ({ ...values, user: teacher?._id })}
      fields={[
        {
          name: 'result',
          kind: 'choice',
          label: t('admin.scrutiny.result'),
          options: [
            { value: '', label: t('common.choose') },
            ...([scrutinisedAt === null ? 'passed' : 'taken_back', 'objected'] as const).map((value) => ({
              value,
              label: t(`admin.scrutiny.results.${value}`),
            })),
          ],
        },
        reason,
      ]}
      initial={{ result: '', reason: '' }}
      path="scrutiny"
      schema={scrutinySchema}
      title={t('admin.scrutiny.title', { name: teacher?.name ?? '' })}
    >
      <p>{t('admin.scrutiny.text')}</p>
    </OfficeAction>
  );
}

function RecordDialog({
  member,
  step,
  ...props
}: OfficeDialogProps & { member: MemberCells; step: MovingStep }) {
  const { t } = useTranslation();
  const reason = useToldReason();
  const { teacher } = member;
  const action = t(recordButtonText(props.agreement, member, step));
  // The server names why the day needs a look.
  const [needsLook, setNeedsLook] = useState(false);
  return (
    <OfficeAction
      {...props}
      body={(values) => ({ ...values, step, member: teacher?._id })}
      fields={[
        {
          name: 'date',
          kind: 'date',
          label: t(`admin.agreements.dayOf.${step}`),
          max: dayInIndia(new Date()),
        },
        ...(step === 'joined'
          ? [{ name: 'recordMoved', kind: 'check', label: t('admin.agreements.recordMoved') } as const]
          : []),
        ...(needsLook ? [{ name: 'accept', kind: 'check', label: t('admin.csv.accept') } as const] : []),
        reason,
      ]}
      initial={{ date: dayOf(member, step) ?? '', recordMoved: false, accept: false, reason: '' }}
      onNeedsLook={() => setNeedsLook(true)}
      path="joining"
      schema={newJoiningSchema}
      submit={action}
      title={`${action}: ${teacher?.name ?? ''}`}
    />
  );
}
