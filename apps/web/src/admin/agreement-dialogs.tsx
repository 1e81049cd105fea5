import {
  type AgreementFile,
  agreementEndSchema,
  newDeadlineSchema,
  newJoiningSchema,
  newTransferOrderSchema,
  type TransferOrder,
  undoingSchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { type ReactNode, useId, useState } from 'react';
import type { FieldErrors, FormValues } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { type AnyForm, useForm } from '../form/use-form.ts';
import { callApi, hasStatus } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { CheckField } from '../ui/fields/check-field.tsx';
import field from '../ui/fields/field.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { joinButtonText, type MemberCells } from './agreement-tables.tsx';
import { useMemberName } from './agreement-texts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const CONFLICT = 409;

/** Action of an administrator on an agreement. */
export type OfficeActionDialog =
  | { kind: 'deadline' | 'end' | 'order' }
  | { kind: 'join'; member: MemberCells }
  /** Takes back an order, the joining of a member, or the last step. */
  | { kind: 'undo'; order?: TransferOrder; member?: MemberCells };

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
  if (action.kind === 'join') return <JoinDialog {...props} member={action.member} />;
  if (action.kind === 'undo') return <UndoDialog {...props} member={action.member} order={action.order} />;
  const Dialog = { deadline: DeadlineDialog, end: EndDialog, order: OrderDialog }[action.kind];
  return <Dialog {...props} />;
}

interface OfficeFormOptions<Values extends FormValues>
  extends Pick<OfficeDialogProps, 'agreement' | 'onDone' | 'onOutdated'> {
  initial: Values;
  schema: Parameters<typeof schemaErrors>[0];
  /** API path relative to the agreement. */
  path: string;
  method?: 'POST' | 'DELETE';
  /** Returns the errors of the schema with further errors. */
  check?: (values: Values, found: FieldErrors) => FieldErrors;
  /** Returns the request body. */
  body: (values: Values) => object;
}

function useOfficeForm<Values extends FormValues>(options: OfficeFormOptions<Values>) {
  const {
    agreement,
    onDone,
    onOutdated,
    initial,
    schema,
    path,
    method = 'POST',
    body,
    check = (_, found) => found,
  } = options;
  const messages = useMessages();
  return useForm({
    initial,
    check: (values): FieldErrors => check(values, schemaErrors(schema, body(values), messages)),
    send: (values) =>
      callApi<AgreementFile>(`/admin/agreements/${agreement._id}/${path}`, { method, body: body(values) }),
    onDone,
    onRefused: (refusal) => isConflict(refusal) && onOutdated(),
  });
}

/** Returns `true` if the state of the agreement does not allow the action, so that a retry would fail too. */
function isConflict(error: unknown): boolean {
  return hasStatus(error, CONFLICT);
}

function useFrame(onClose: () => void, { refusal }: Pick<AnyForm, 'refusal'>) {
  const { t } = useTranslation();
  const failed = t(isConflict(refusal) ? 'admin.agreements.refused' : 'common.failed');
  return { hint: t('admin.agreements.reasonHint'), failed, onClose };
}

function DeadlineDialog({ onClose, ...props }: OfficeDialogProps) {
  const { t } = useTranslation();
  const form = useOfficeForm({
    ...props,
    initial: { deadline: '', reason: '' },
    schema: newDeadlineSchema,
    path: 'deadline',
    body: (values) => values,
  });
  const frame = useFrame(onClose, form);
  return (
    <ReasonDialog {...frame} form={form} reason={form.text('reason')} title={t('admin.agreements.extend')}>
      <TextField
        data-autofocus
        description={t('admin.agreements.newDeadlineHint')}
        label={t('admin.agreements.newDeadline')}
        required
        type="date"
        {...form.text('deadline')}
      />
    </ReasonDialog>
  );
}

function EndDialog({ onClose, ...props }: OfficeDialogProps) {
  const { t } = useTranslation();
  const form = useOfficeForm({
    ...props,
    initial: { what: '', reason: '' },
    schema: agreementEndSchema,
    path: 'end',
    body: endOf,
    check: (_, { scope, ...found }) => (scope === undefined ? found : { ...found, what: scope }),
  });
  const frame = useFrame(onClose, form);
  const nameOf = useMemberName();
  const formats = useFormats();
  const { members } = props.agreement;
  const isElsewhere = ({ teacher }: (typeof members)[number]) => teacher?.isElsewhere === true;
  const own = members.filter((member) => member.teacher !== null && !isElsewhere(member));
  const names = formats.list(members.map(nameOf));
  // A member whose account is erased keeps nobody from ending the group.
  const isWholeOwn = !members.some(isElsewhere);
  return (
    <ReasonDialog
      {...frame}
      form={form}
      hint={t(
        form.values.what === 'combination' ? 'admin.agreements.reasonHint' : 'admin.agreements.outHint',
      )}
      kind="grave"
      reason={form.text('reason')}
      title={t('admin.agreements.end')}
    >
      <p>{t('admin.agreements.endText', { names })}</p>
      <SelectField
        label={t('admin.agreements.endWhat')}
        options={[
          { value: '', label: t('common.choose') },
          ...(isWholeOwn ? [{ value: 'combination', label: t('admin.agreements.endCombination') }] : []),
          ...own.map((member) => ({
            value: member.teacher?._id ?? '',
            label: t('admin.agreements.endTeacher', { name: nameOf(member) }),
          })),
          ...(isWholeOwn ? [{ value: 'all', label: t('admin.agreements.endAll') }] : []),
        ]}
        required
        {...form.text('what')}
      />
    </ReasonDialog>
  );
}

/** Returns the request body. A value that names no scope is the id of the teacher who is out of the season. */
function endOf({ what, reason }: { what: string; reason: string }) {
  if (what === '' || what === 'combination' || what === 'all') return { scope: what, reason };
  return { scope: 'teacher', user: what, reason };
}

interface UndoDialogProps extends OfficeDialogProps {
  order: TransferOrder | undefined;
  member: MemberCells | undefined;
}

function UndoDialog({ onClose, order, member, ...props }: UndoDialogProps) {
  const { t } = useTranslation();
  // Keeps the last step as of when the dialog opened, even if a refusal refetches the agreement.
  const [undo] = useState(props.agreement.can.undo);
  const last = undo === null ? {} : { step: undo.id };
  const what = order ? { order: order._id } : member ? { seat: member.seat } : last;
  const form = useOfficeForm({
    ...props,
    initial: { reason: '' },
    schema: undoingSchema,
    path: 'steps/last',
    method: 'DELETE',
    body: (values) => ({ ...values, ...what }),
  });
  const frame = useFrame(onClose, form);
  const title = order
    ? 'admin.orders.withdraw'
    : member
      ? 'admin.agreements.takeBackJoin'
      : 'admin.agreements.undo';
  return (
    <ReasonDialog {...frame} form={form} reason={form.text('reason')} title={t(title)}>
      {order && <p>{t('admin.orders.withdrawText', { number: order.number })}</p>}
      {member && <p>{t('admin.agreements.takeBackText', { name: member.teacher?.name ?? '' })}</p>}
      {!order && !member && undo && <UndoneStep undo={undo} />}
    </ReasonDialog>
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

type OrderValues = Readonly<Record<`seat ${number}`, boolean>> &
  Readonly<Record<'number' | 'date' | 'authority' | 'office' | 'reason', string>>;

const seatField = (seat: number) => `seat ${seat}` as const;

function OrderDialog({ onClose, ...props }: OfficeDialogProps) {
  const { t } = useTranslation();
  const { members, can } = props.agreement;
  const present = members.flatMap(({ seat, teacher }) =>
    teacher === null || !can.orderSeats.includes(seat) ? [] : [{ seat, teacher }],
  );
  const all = members.filter(({ teacher }) => teacher !== null).length;
  const firstSeat = seatField(present[0]?.seat ?? 1);
  const namesNone = (values: OrderValues) => present.every(({ seat }) => !values[seatField(seat)]);
  const initial: OrderValues = {
    number: '',
    date: '',
    authority: '',
    office: '',
    reason: '',
    ...Object.fromEntries(present.map(({ seat }) => [seatField(seat), true])),
  };
  const form = useOfficeForm({
    ...props,
    initial,
    schema: newTransferOrderSchema,
    path: 'order',
    check: (values, found) =>
      namesNone(values) ? { ...found, [firstSeat]: t('admin.orders.noMember') } : found,
    body: (values) => {
      const chosen = present.filter(({ seat }) => values[seatField(seat)]);
      const { number, date, authority, office, reason } = values;
      const named = chosen.map(({ teacher }) => teacher._id);
      return {
        number,
        date,
        reason,
        ...(authority !== '' && { authority }),
        ...(office !== '' && { office }),
        ...(chosen.length < all && { members: named }),
      };
    },
  });
  const frame = useFrame(onClose, form);
  const id = useId();
  const wrong = namesNone(form.values) ? form.errors[firstSeat] : form.errors.members;
  return (
    <ReasonDialog {...frame} form={form} reason={form.text('reason')} title={t('admin.agreements.order')}>
      <TextField
        autoComplete="off"
        data-autofocus
        label={t('admin.orders.number')}
        required
        {...form.text('number')}
      />
      <TextField label={t('admin.orders.date')} required type="date" {...form.text('date')} />
      <TextField autoComplete="off" label={t('admin.orders.authority')} {...form.text('authority')} />
      <TextField autoComplete="off" label={t('admin.orders.office')} {...form.text('office')} />
      <fieldset aria-describedby={wrong && id} className={page.tight}>
        <legend>{t('admin.orders.names')}</legend>
        {present.map(({ seat, teacher }) => (
          <CheckField key={seat} label={teacher.name} {...form.toggle(seatField(seat))} />
        ))}
        {wrong && (
          <p className={field.error} id={id}>
            {wrong}
          </p>
        )}
      </fieldset>
    </ReasonDialog>
  );
}

function JoinDialog({ member, onClose, ...props }: OfficeDialogProps & { member: MemberCells }) {
  const { t } = useTranslation();
  const { teacher, joinedOn } = member;
  const action = t(joinButtonText(props.agreement, member));
  const form = useOfficeForm({
    ...props,
    initial: { date: joinedOn ?? '', recordMoved: false, reason: '' },
    schema: newJoiningSchema,
    path: 'joining',
    body: (values) => ({ ...values, member: teacher?._id }),
  });
  const frame = useFrame(onClose, form);
  return (
    <ReasonDialog
      {...frame}
      form={form}
      reason={form.text('reason')}
      submit={action}
      title={`${action}: ${teacher?.name ?? ''}`}
    >
      <TextField
        data-autofocus
        label={t('admin.agreements.joinedOn')}
        max={dayInIndia(new Date())}
        required
        type="date"
        {...form.text('date')}
      />
      <CheckField label={t('admin.agreements.recordMoved')} {...form.toggle('recordMoved')} />
    </ReasonDialog>
  );
}
