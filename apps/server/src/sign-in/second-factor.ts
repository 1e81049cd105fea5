import { randomUUID } from 'node:crypto';
import {
  type FactorOn,
  type FactorRemoval,
  type FactorSecret,
  type FactorSignIn,
  factorRemovalSchema,
  factorSetUpAnswerSchema,
  factorSetUpSchema,
  factorSignInSchema,
} from '@mutual-transfer/domain/accounts/second-factor';
import { type Session, sessionSchema } from '@mutual-transfer/domain/accounts/user';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { RECOVERY_CODES } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { signedIn } from '../http/policy.ts';
import { writeInTurn } from '../http/turns.ts';
import {
  prepareFactor,
  spendFactorStep,
  spendRecoveryCode,
  turnFactorOff,
  turnFactorOn,
} from '../people/administrators.ts';
import { writeAudit, writeAuditOf } from '../people/audit.ts';
import { findAccount, findOwnAccount } from '../people/members.ts';
import { wrongField } from '../people/profile-columns.ts';
import type { UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import { randomText } from '../platform/random-text.ts';
import { endOtherSessions } from '../platform/sessions.ts';
import { checkOwnPassword } from './change-password.ts';
import { guardEntry } from './guarded-entry.ts';
import { tellOfFactor } from './passwords.ts';
import { openSession } from './registration.ts';
import { markDevice } from './sessions-of-account.ts';

const PERIOD_SECONDS = 30;
/** Codes of one period earlier or later are right too, because clocks differ. */
const PERIODS_TOLERATED = 1;
/** Letters and digits that are not mistaken for each other. */
const RECOVERY_ALPHABET = '2346789BCDFGHJKMNPQRTVWXY';
const RECOVERY_LENGTH = 10;

/** Returns the generator of an account's codes (RFC 6238: SHA-1, six digits, 30 seconds), which all authenticator apps support. */
function totpOf(keyedHash: KeyedHash, salt: string, email: string): TOTP {
  const secret = Secret.fromUTF8(keyedHash(`second factor ${salt}`));
  return new TOTP({ issuer: 'Mutual Transfer', label: email, secret, period: PERIOD_SECONDS });
}

interface GivenCode {
  salt: string | null;
  email: string;
  code: string;
}

/** Returns the time step of a right code of the app; undefined for a wrong one. */
function stepOf(keyedHash: KeyedHash, { salt, email, code }: GivenCode, now: Date): number | undefined {
  if (salt === null) return undefined;
  const totp = totpOf(keyedHash, salt, email);
  const delta = totp.validate({ token: code, window: PERIODS_TOLERATED, timestamp: now.getTime() });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}

/**
 * Uses up a code of the app or a recovery code, each of which is right once. Wrong codes of the app count in the budget of the account and its
 * present password: after a new password the owner has tries again.
 *
 * @throws {AppError} `validation_failed` at `code`; `rate_limited`.
 */
async function spendCode(
  { db, keyedHash, limits, now }: Dependencies,
  request: FastifyRequest,
  { user, code }: { user: UserRow; code: string },
): Promise<void> {
  if (code.length === RECOVERY_LENGTH) {
    if (await spendRecoveryCode(db, user.id, keyedHash(code))) return;
    throw wrongField('code', 'factor.wrong');
  }
  const subject = `${user.id} ${keyedHash(user.password_hash)}`;
  const takeBack = await limits.reserve(request, 'factorOfAccount', { subject });
  const step = stepOf(keyedHash, { salt: user.factor_salt, email: user.email, code }, now());
  if (step === undefined || !(await spendFactorStep(db, user.id, step)))
    throw wrongField('code', 'factor.wrong');
  await takeBack();
}

/** Completes a sign-in. @throws {AppError} `factor_expired`; `validation_failed` at `code`; `rate_limited` after five tries. */
async function signInByFactor(
  dependencies: Dependencies,
  request: FastifyRequest,
  body: FactorSignIn,
): Promise<Session> {
  const { db, tokens, keyedHash, limits, now } = dependencies;
  await guardEntry(dependencies, request, body);
  const step = await tokens.readFactor(body.factorToken, now());
  const user = step && (await findAccount(db, step.userId));
  if (step === undefined || !user?.is_active || keyedHash(user.password_hash) !== step.password)
    throw new AppError('factor_expired');
  await limits.reserve(request, 'factor', { subject: step.id });
  await spendCode(dependencies, request, { user, code: body.code }).catch(async (error: unknown) => {
    const entry = { actorId: null, action: 'login.failed', subjectId: user.id } as const;
    await writeAuditOf(db, request, { ...entry, details: { code: true } }, now());
    throw error;
  });
  return openSession(dependencies, request, user);
}

/** Verifies the caller's password and, if a second factor is on, a code of it. */
async function checkCaller(
  dependencies: Dependencies,
  request: FastifyRequest,
  { password, code }: { password: string; code: string | undefined },
): Promise<UserRow> {
  const user = await findOwnAccount(dependencies.db, signedIn(request).userId);
  await checkOwnPassword(dependencies, request, user, { field: 'password', password });
  if (user.factor_on_at === null) return user;
  if (code === undefined) throw wrongField('code', 'factor.wrong');
  await spendCode(dependencies, request, { user, code });
  return user;
}

/** Makes a new secret of the caller. An earlier second factor stays on until the first code of the new one. */
async function makeSecret(
  dependencies: Dependencies,
  request: FastifyRequest,
  proof: { password: string; code: string | undefined },
): Promise<FactorSecret> {
  const { db, keyedHash } = dependencies;
  const user = await checkCaller(dependencies, request, proof);
  const salt = randomUUID();
  await prepareFactor(db, user.id, salt);
  const totp = totpOf(keyedHash, salt, user.email);
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { border: 4 }) };
}

/** Turns the caller's second factor on with a code of the new secret, and ends the sessions that were opened without it. */
async function turnOn(dependencies: Dependencies, request: FastifyRequest, code: string): Promise<FactorOn> {
  const { db, keyedHash, limits, now } = dependencies;
  const viewer = signedIn(request);
  const { id, email, factor_new_salt: salt } = await findOwnAccount(db, viewer.userId);
  if (salt === null) throw wrongField('password', 'factor.passwordFirst');
  await limits.reserve(request, 'factor', { subject: salt });
  const step = stepOf(keyedHash, { salt, email, code }, now());
  if (step === undefined) throw wrongField('code', 'factor.wrong');
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    randomText(RECOVERY_ALPHABET, RECOVERY_LENGTH),
  );
  const hashes = recoveryCodes.map((each) => keyedHash(each));
  await db.transaction().execute(async (transaction) => {
    await turnFactorOn(transaction, id, { salt, step, recoveryCodes: hashes }, now());
    await endOtherSessions(transaction, viewer, now());
    await writeAudit(transaction, request, { action: 'factor.on', subjectId: id }, now());
  });
  return { recoveryCodes: recoveryCodes.map((each) => `${each.slice(0, 5)}-${each.slice(5)}`) };
}

async function turnOff(
  dependencies: Dependencies,
  request: FastifyRequest,
  proof: FactorRemoval,
): Promise<void> {
  const { db, config, now } = dependencies;
  const user = await checkCaller(dependencies, request, proof);
  if (config.mode === 'production' && user.administers === null)
    throw new AppError('factor_needed', { message: 'factor.demanded' });
  await db.transaction().execute(async (transaction) => {
    await turnFactorOff(transaction, user.id);
    await tellOfFactor(transaction, user, { by: 'owner', now: now() });
    await writeAudit(transaction, request, { action: 'factor.off', subjectId: user.id }, now());
  });
}

export function secondFactorRoutes(app: App, dependencies: Dependencies): void {
  app.post(
    '/api/auth/factor',
    {
      config: { policy: 'open', isUnmetered: 'form' },
      schema: {
        summary: 'Complete a sign-in that was answered second_factor_needed',
        body: factorSignInSchema,
        response: { 200: sessionSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const session = await signInByFactor(dependencies, request, request.body);
      await markDevice(dependencies, request, reply, session.user._id);
      return session;
    }),
  );

  const config = { policy: 'district', concerns: 'self', duringSetUp: 'factor' } as const;

  app.post(
    '/api/auth/factors',
    {
      config: { ...config, idempotency: 'secret' },
      schema: {
        summary:
          'Set up the second factor of an administrator: first with the password, then with a code of the new secret',
        body: factorSetUpSchema,
        response: { 200: factorSetUpAnswerSchema },
      },
    },
    writeInTurn((request) => {
      const { password, code } = request.body;
      if (password !== undefined) return makeSecret(dependencies, request, { password, code });
      return turnOn(dependencies, request, code ?? '');
    }),
  );

  app.delete(
    '/api/auth/factors',
    {
      config,
      schema: {
        summary: 'Turn the second factor off',
        body: factorRemovalSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await turnOff(dependencies, request, request.body);
      return { message: say(request, 'done.factorOff') };
    }),
  );
}
