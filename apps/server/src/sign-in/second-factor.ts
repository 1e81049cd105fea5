import { randomBytes, randomUUID } from 'node:crypto';
import {
  type FactorOn,
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
import { spendFactorStep, spendRecoveryCode, storeFactor } from '../people/administrators.ts';
import { writeAudit, writeAuditOf } from '../people/audit.ts';
import { findAccount, findOwnAccount } from '../people/members.ts';
import { wrongField } from '../people/profile-columns.ts';
import type { Db, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import { checkOwnPassword } from './change-password.ts';
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

/** Returns the time step of a right code of the app; undefined for a wrong one. */
function stepOf(keyedHash: KeyedHash, user: UserRow, code: string, now: Date): number | undefined {
  if (user.factor_salt === null) return undefined;
  const totp = totpOf(keyedHash, user.factor_salt, user.email);
  const delta = totp.validate({ token: code, window: PERIODS_TOLERATED, timestamp: now.getTime() });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}

/** Uses up a code of the app or a recovery code, each of which is right once. */
async function spendCode(
  db: Db,
  keyedHash: KeyedHash,
  { user, code }: { user: UserRow; code: string },
  now: Date,
): Promise<boolean> {
  if (code.length === RECOVERY_LENGTH) return spendRecoveryCode(db, user.id, keyedHash(code));
  const step = stepOf(keyedHash, user, code, now);
  return step !== undefined && spendFactorStep(db, user.id, step);
}

/** Completes a sign-in. @throws {AppError} `factor_expired`; `validation_failed` at `code`; `rate_limited` after five tries. */
async function signInByFactor(
  dependencies: Dependencies,
  request: FastifyRequest,
  { factorToken, code }: FactorSignIn,
): Promise<Session> {
  const { db, tokens, keyedHash, limits, now } = dependencies;
  const step = await tokens.readFactor(factorToken, now());
  const user = step && (await findAccount(db, step.userId));
  if (!user?.is_active || keyedHash(user.password_hash) !== step?.password)
    throw new AppError('factor_expired');
  await limits.reserve(request, 'factor', { subject: factorToken });
  const takeBack = await limits.reserve(request, 'factorOfAccount', { subject: user.id });
  if (!(await spendCode(db, keyedHash, { user, code }, now()))) {
    const entry = { actorId: null, action: 'login.failed', subjectId: user.id } as const;
    await writeAuditOf(db, request, { ...entry, details: { code: true } }, now());
    throw wrongField('code', 'factor.wrong');
  }
  await takeBack();
  return openSession(dependencies, request, user);
}

/** Makes a new secret of the caller, which is on only after a code of it. Until then an earlier second factor is off. */
async function makeSecret(
  dependencies: Dependencies,
  request: FastifyRequest,
  password: string,
): Promise<FactorSecret> {
  const { db, keyedHash, now } = dependencies;
  const user = await findOwnAccount(db, signedIn(request).userId);
  await checkOwnPassword(dependencies, request, user, { field: 'password', password });
  const salt = randomUUID();
  await db.transaction().execute(async (transaction) => {
    await storeFactor(transaction, user.id, { salt, onAt: null, recoveryCodes: [] });
    if (user.factor_on_at !== null)
      await writeAudit(transaction, request, { action: 'factor.off', subjectId: user.id }, now());
  });
  const totp = totpOf(keyedHash, salt, user.email);
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { border: 4 }) };
}

/** Turns the caller's second factor on with a code of the new secret. */
async function turnOn(dependencies: Dependencies, request: FastifyRequest, code: string): Promise<FactorOn> {
  const { db, keyedHash, limits, now } = dependencies;
  const user = await findOwnAccount(db, signedIn(request).userId);
  if (user.factor_salt === null || user.factor_on_at !== null)
    throw wrongField('password', 'factor.passwordFirst');
  const takeBack = await limits.reserve(request, 'factorOfAccount', { subject: user.id });
  if (stepOf(keyedHash, user, code, now()) === undefined) throw wrongField('code', 'factor.wrong');
  await takeBack();
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await db.transaction().execute(async (transaction) => {
    const hashes = recoveryCodes.map((each) => keyedHash(each));
    await storeFactor(transaction, user.id, {
      ...{ salt: user.factor_salt, onAt: now() },
      recoveryCodes: hashes,
    });
    await writeAudit(transaction, request, { action: 'factor.on', subjectId: user.id }, now());
  });
  return { recoveryCodes: recoveryCodes.map((each) => `${each.slice(0, 5)}-${each.slice(5)}`) };
}

function newRecoveryCode(): string {
  return Array.from(randomBytes(RECOVERY_LENGTH), (byte) => RECOVERY_ALPHABET[byte % 25]).join('');
}

async function turnOff(dependencies: Dependencies, request: FastifyRequest, password: string): Promise<void> {
  const { db, config, now } = dependencies;
  const user = await findOwnAccount(db, signedIn(request).userId);
  await checkOwnPassword(dependencies, request, user, { field: 'password', password });
  if (config.mode === 'production' && user.administers === null)
    throw new AppError('factor_needed', { message: 'factor.demanded' });
  await db.transaction().execute(async (transaction) => {
    await storeFactor(transaction, user.id, { salt: null, onAt: null, recoveryCodes: [] });
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
        summary: 'Set up the second factor of an administrator: first with the password, then with a code',
        body: factorSetUpSchema,
        response: { 200: factorSetUpAnswerSchema },
      },
    },
    writeInTurn((request) => {
      const { password = '', code } = request.body;
      return code === undefined
        ? makeSecret(dependencies, request, password)
        : turnOn(dependencies, request, code);
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
      await turnOff(dependencies, request, request.body.password);
      return { message: say(request, 'done.factorOff') };
    }),
  );
}
