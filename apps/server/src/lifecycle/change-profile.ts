import type { Account, ProfileChange } from '@mutual-transfer/domain/accounts/user';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { writeAudit } from '../accounts/audit.ts';
import { checkOwnPassword } from '../accounts/passwords/own-password.ts';
import { claimPhone, verifiedByCode } from '../accounts/phone/phone-claims.ts';
import { spendCode, tryCode, verification } from '../accounts/phone/phone-codes.ts';
import { changedColumns, changesOffer, changesShownText } from '../accounts/profile/profile-columns.ts';
import { countTaken, isContactTaken } from '../accounts/registration/guarded-entry.ts';
import { forgetPasswordLinks } from '../accounts/sessions-of-account.ts';
import { endImpossible, lockAgreementsOf } from '../agreements/steps/endings.ts';
import type { Database, UserRow } from '../database/tables.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { refuseStale } from '../http/turns/owner-tags.ts';
import type { BudgetName } from '../limits/budgets.ts';
import { counted } from '../limits/limits.ts';
import { findOwnAccount } from '../members/accounts.queries.ts';
import { lockOwnAccount } from '../members/lock-members.ts';
import { accountTag } from '../members/owner-tags.ts';
import { changeMember, type MemberChange } from '../members/people.ts';
import { findPhoneHolders, type PhoneClaim } from '../members/phone-holders.ts';
import { presentAccount } from '../privacy/present.ts';

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
      const changed = await changeMember(transaction, user, { ...columns, ...proved }, now());
      await endImpossible(transaction, agreements, now());
      await forgetLinksToFormer(transaction, user, changed);
      await auditOfAdministrator(transaction, request, { before: user, after: changed }, now());
      request.ownerTag = accountTag(changed);
      return presentAccount(changed);
    });
  const budgets = budgetsOf(before, changedColumns(before, input, now()));
  return budgets.reduce(
    (work, name) => () => counted(limits.reserve(request, name, { subject: userId }), work),
    change,
  )();
}

/** Returns the budgets in which a change is counted. */
function budgetsOf(before: UserRow, after: MemberChange): BudgetName[] {
  return [
    ...(changesOffer(before, after) ? (['posting'] as const) : []),
    ...(changesShownText(before, after) ? (['profileTexts'] as const) : []),
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
  { claim, holders, columns }: { claim: PhoneClaim; holders: readonly string[]; columns: MemberChange },
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
export async function forgetLinksToFormer(
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
  { before, after }: { readonly before: UserRow; readonly after: UserRow },
  now: Date,
): Promise<void> {
  const fields = (['name', 'email', 'phone'] as const).filter((field) => before[field] !== after[field]);
  if (before.role !== 'admin' || fields.length === 0) return;
  const entry = { action: 'admin.profile', subjectId: before.id, details: { fields } } as const;
  await writeAudit(transaction, request, entry, now);
}
