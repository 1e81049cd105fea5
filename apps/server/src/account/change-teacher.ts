import { fieldsWith, teacherFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { Account, ProfileChange } from '@mutual-transfer/domain/accounts/user';
import { recordOf } from '@mutual-transfer/domain/record-names';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import {
  endAgreementsBetween,
  endForAccount,
  endImpossible,
  lockAgreementsOf,
} from '../agreements/endings.ts';
import type { Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { refuseStale } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { offerConfirmation } from '../notices/email-address.ts';
import { tellOfChange } from '../notices/former-contact.ts';
import { writeAudit } from '../people/audit.ts';
import { type BanOfTeacher, insertBlock } from '../people/bans.ts';
import { accountTag, personTag } from '../people/if-match-of-owners.ts';
import { lockOwnAccount, lockTeacher } from '../people/lock-members.ts';
import {
  type ClaimedPhone,
  changeMember,
  findOwnAccount,
  findPhoneHolders,
  type MemberChange,
  movedColumns,
  type StoredPosting,
  setActive,
} from '../people/members.ts';
import { presentAccount } from '../people/present.ts';
import { changedColumns, changesOffer, changesShownText } from '../people/profile-columns.ts';
import type { BudgetName } from '../platform/budgets.ts';
import type { Database, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { counted } from '../platform/limits.ts';
import { checkOwnPassword } from '../sign-in/change-password.ts';
import { countTaken, isContactTaken } from '../sign-in/guarded-entry.ts';
import { claimPhone, spendCode, tryCode, verification, verifiedByCode } from '../sign-in/phone-codes.ts';
import { endSessions, forgetPasswordLinks } from '../sign-in/sessions-of-account.ts';

/**
 * Activates an inactive account of a teacher, or deactivates an active one, which breaks the teacher's agreements and ends their sessions.
 *
 * @returns the account, and the ids of the proposals and agreements that ended.
 * @throws {AppError} `changed_meanwhile`; `not_found`; `forbidden` for an administrator's account.
 */
export async function toggleActive(
  transaction: Transaction<Database>,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
  now: Date,
): Promise<{ changed: UserRow; ended: readonly string[] }> {
  const agreements = await lockAgreementsOf(transaction, [id]);
  const teacher = await lockTeacher(transaction, id);
  refuseStale(ifMatch, personTag(teacher));
  const { is_active: wasActive } = teacher;
  if (wasActive) {
    await endForAccount(transaction, agreements, id, now);
    await endSessions(transaction, id, now);
  }
  return { changed: await setActive(transaction, id, !wasActive), ended: wasActive ? agreements : [] };
}

const taughtFields = fieldsWith({ correctedAs: 'teaching' });
const serviceFields = fieldsWith({ correctedAs: 'service' });

interface Correction {
  contact: Pick<MemberChange, 'name' | 'email' | 'phone'>;
  posting: StoredPosting | undefined;
  teaching: Pick<ProfileChange, (typeof taughtFields)[number] | (typeof serviceFields)[number]>;
  ifMatch: string | undefined;
}

/**
 * Changes a teacher's name, contact, posting or teaching fields for an administrator, under the same rules as a change of the own profile.
 * Ends the proposals that become impossible.
 *
 * @throws {AppError} `changed_meanwhile`; `not_found`; `forbidden` for an administrator's account; `email_taken`, `phone_taken`.
 */
export async function correctTeacher(
  transaction: Transaction<Database>,
  id: string,
  { contact, posting, teaching, ifMatch }: Correction,
  now: Date,
): Promise<{ before: UserRow; after: UserRow }> {
  const agreements = await lockAgreementsOf(transaction, [id]);
  const teacher = await lockTeacher(transaction, id);
  refuseStale(ifMatch, personTag(teacher));
  const moved = posting === undefined ? {} : movedColumns(teacher, posting);
  const taught = taughtColumns(teacher, teaching, now);
  const isNewPhone = contact.phone !== undefined && contact.phone !== teacher.phone;
  const marked = isNewPhone ? { phone_set_by_office: true } : {};
  const changed = await changeMember(
    transaction,
    teacher,
    { ...contact, ...marked, ...moved, ...taught },
    now,
  );
  await forgetLinksToFormer(transaction, teacher, changed);
  await tellOfChange(transaction, { before: teacher, after: changed, by: 'office' }, now);
  await endImpossible(transaction, agreements, now);
  return { before: teacher, after: changed };
}

/** Returns the changed columns of teaching and service. @throws {AppError} `validation_failed` if the teaching fields contradict each other. */
function taughtColumns(teacher: UserRow, teaching: Correction['teaching'], now: Date): MemberChange {
  if (Object.keys(teaching).length === 0) return {};
  const columns = changedColumns(teacher, teaching, now);
  // A day of joining that is not stated follows the posting.
  const fields = [...taughtFields, ...serviceFields.filter((name) => teaching[name] !== undefined)];
  return recordOf(
    fields.map((name) => teacherFields[name].column),
    (column) => columns[column],
  );
}

/** Changes the caller's profile. An error that reveals a taken email or phone counts in the same budget as at registration. */
export async function guardedProfileChange(
  dependencies: Dependencies,
  request: FastifyRequest<{ Body: ProfileChange }>,
): Promise<Account> {
  const { userId } = signedIn(request);
  return changeProfile(dependencies, request, request.body).catch(async (error: unknown) => {
    if (!isContactTaken(error)) throw error;
    const { email } = await findOwnAccount(dependencies.db, userId);
    await countTaken(dependencies, request, email);
    throw error;
  });
}

/**
 * Changes the given fields of an account. After a move, the teacher's active requests start from the new place, those that ask for it are
 * withdrawn, and proposals that become impossible end.
 *
 * @throws {AppError} `validation_failed`, `email_taken`, `phone_taken`; `posting_limit` for a teacher who changes their offer too often,
 *   and `rate_limited` for one who changes their name or school too often.
 */
async function changeProfile(
  dependencies: Dependencies,
  request: FastifyRequest,
  input: ProfileChange,
): Promise<Account> {
  const { db, limits, now } = dependencies;
  const { userId } = signedIn(request);
  const before = await findOwnAccount(db, userId);
  if (changesContact(before, input)) {
    const typed = { field: 'currentPassword', password: input.currentPassword };
    await checkOwnPassword(dependencies, request, before, typed);
  }
  const claim = await tryClaim(dependencies, userId, input.phone ?? before.phone, input.phoneCode);
  const change = () =>
    db.transaction().execute(async (transaction) => {
      if (claim !== undefined) await spendCode(transaction, claim.sent);
      const holders = claim === undefined ? [] : await findPhoneHolders(transaction, claim);
      const agreements = await lockAgreementsOf(transaction, [userId], holders);
      const user = await lockOwnAccount(transaction, userId);
      refuseStale(request.headers['if-match'], accountTag(user));
      const columns = changedColumns(user, input, now());
      const proved = claim && (await takePhone(transaction, request, { claim, holders, columns }, now()));
      const isNewPhone = columns.phone !== user.phone;
      const marked = isNewPhone ? { phone_set_by_office: false } : {};
      const changed = await changeMember(transaction, user, { ...columns, ...marked, ...proved }, now());
      await endImpossible(transaction, agreements, now());
      await forgetLinksToFormer(transaction, user, changed);
      await tellOfChange(transaction, { before: user, after: changed, by: 'owner' }, now());
      await auditOfAdministrator(transaction, request, { before: user, after: changed }, now());
      request.ownerTag = accountTag(changed);
      return changed;
    });
  const budgets = budgetsOf(before, changedColumns(before, input, now()));
  const changed = await budgets.reduce(
    (work, name) => () => counted(limits.reserve(request, name, { subject: userId }), work),
    change,
  )();
  if (changed.email !== before.email)
    await offerConfirmation(dependencies, request, { ...changed, language: languageOf(request) });
  return presentAccount(changed);
}

/** Returns the budgets in which a change is counted. */
function budgetsOf(before: UserRow, after: MemberChange): BudgetName[] {
  return [
    ...(changesOffer(before, after) ? (['posting'] as const) : []),
    ...(changesShownText(before, after) ? (['texts'] as const) : []),
  ];
}

/**
 * Verifies the code that was sent to the phone.
 *
 * @returns the claim of the phone number; `undefined` if the caller entered no code.
 * @throws {AppError} `validation_failed` at `phoneCode`.
 */
async function tryClaim(
  dependencies: Dependencies,
  userId: string,
  phone: string | null,
  code: string | undefined,
) {
  if (phone === null || code === undefined) return undefined;
  return {
    phone,
    claimantId: userId,
    sent: await tryCode(dependencies, verification, { phone, code, caller: { userId } }),
  };
}

/**
 * Takes the phone number from the teacher who has it, for the caller who proved to own it.
 *
 * @returns the columns of the verified caller.
 * @throws {AppError} `changed_meanwhile` if another call changed the number to one that the code does not prove.
 */
async function takePhone(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { claim, holders, columns }: { claim: ClaimedPhone; holders: readonly string[]; columns: MemberChange },
  now: Date,
): Promise<MemberChange> {
  if (columns.phone !== claim.phone) throw new AppError('changed_meanwhile');
  await claimPhone(transaction, request, { claim, holders }, now);
  return verifiedByCode(now);
}

function changesContact(user: UserRow, input: ProfileChange): boolean {
  return (input.email ?? user.email) !== user.email || (input.phone ?? user.phone) !== user.phone;
}

/** Deletes the link for a new password of an account whose email or phone changed, because another person may have received it. */
async function forgetLinksToFormer(
  transaction: Transaction<Database>,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  if (before.email !== after.email || before.phone !== after.phone) {
    await forgetPasswordLinks(transaction, before.id);
  }
}

/** Writes to the audit log which fields an administrator changed in their own account. */
async function auditOfAdministrator(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { before, after }: { before: UserRow; after: UserRow },
  now: Date,
): Promise<void> {
  const fields = (['name', 'email', 'phone'] as const).filter((field) => before[field] !== after[field]);
  if (before.role !== 'admin' || fields.length === 0) return;
  const entry = { action: 'admin.profile', subjectId: before.id, details: { fields } } as const;
  await writeAudit(transaction, request, entry, now);
}

/** Stores that one teacher blocks another, and ends the open proposals that include both. @throws {AppError} `not_found`. */
export function blockTeacher(db: Kysely<Database>, block: BanOfTeacher, now: Date): Promise<void> {
  const both = [block.blockerId, block.blockedId] as const;
  return db.transaction().execute(async (transaction) => {
    const agreements = await lockAgreementsOf(transaction, both);
    await endAgreementsBetween(transaction, agreements, both, now);
    await insertBlock(transaction, block, now);
  });
}

/**
 * Locks the payment orders of a person. A transaction that changes both locks them before the account (docs/tables.md), as a payment does
 * that is being applied.
 */
export async function lockOrdersOf(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .selectFrom('payment_orders')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}
