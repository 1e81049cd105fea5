import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVICE_LIFETIME_DAYS, FACTOR_MINUTES, MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Config } from './config.ts';

/** Reads session tokens. */
export interface TokenReader {
  /** Resolves with the id of the session; with undefined for an invalid token. */
  read: (token: string, now: Date) => Promise<string | undefined>;
  /** Resolves with true for a valid token of an administrator who views the app as a teacher. */
  isImpersonating: (token: string, now: Date) => Promise<boolean>;
}

/** Content of the cookie by which the calls of a browser are counted. */
export interface BrowserMark {
  id: string;
  /** Milliseconds since 1970 until which a proof of work counts. */
  provedUntil: number;
}

/** An account whose right password was entered, and a fingerprint of that password. */
export interface FactorStep {
  /** Id of this sign-in, which has tries of its own. */
  id: string;
  userId: string;
  password: string;
}

interface SignedSession {
  id: string;
  userId: string;
  /** Id of the administrator who views the app as the person. */
  impersonatorId?: string;
  expiresAt: Date;
}

/** Signs and reads session tokens: JWTs (RFC 7519) that contain the id of a session and no rights. */
export interface Tokens extends TokenReader {
  sign: (session: SignedSession) => Promise<string>;
  /** Signs the list of accounts that logged in on a device. The signed list gives no access. */
  signDevice: (userIds: readonly string[], now: Date) => Promise<string>;
  /** Resolves with the accounts in such a list; with none if this server did not sign it. */
  readDevice: (mark: string, now: Date) => Promise<readonly string[]>;
  /** Signs that this account entered its right password, for `FACTOR_MINUTES`. It gives no access. */
  signFactor: (step: Omit<FactorStep, 'id'>, now: Date) => Promise<string>;
  /** Resolves with the account; with undefined for an invalid or expired token. */
  readFactor: (token: string, now: Date) => Promise<FactorStep | undefined>;
  /** Signs the name of a browser, by which its calls are counted. It gives no access. */
  signBrowser: (browser: BrowserMark) => string;
  /** Returns the browser; undefined if this server did not sign it. */
  readBrowser: (signed: string) => BrowserMark | undefined;
}

const ALGORITHM = 'HS256';
const AUDIENCE = 'mutual-transfer';
const DEVICE_AUDIENCE = 'mutual-transfer device';
const FACTOR_AUDIENCE = 'mutual-transfer second factor';
/** Maximum number of cached tokens with a verified signature. */
const MAX_CACHED_TOKENS = 10_000;

interface Verified {
  sessionId: string | undefined;
  /** True if the token contains the id of an administrator in addition to that of the person. */
  isImpersonating: boolean;
  expiresAt: number;
}

export function createTokens(secret: string): Tokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  // Verifying a signature takes longer than finding its session, and its result never changes.
  const verified = new LRUCache<string, Verified>({ max: MAX_CACHED_TOKENS });
  return {
    sign: ({ id, userId, impersonatorId, expiresAt }) =>
      new SignJWT({ sid: id, ...(impersonatorId === undefined ? {} : { act: { sub: impersonatorId } }) })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),
    signDevice: (userIds, now) =>
      new SignJWT({ accounts: userIds })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setAudience(DEVICE_AUDIENCE)
        .setExpirationTime(new Date(now.getTime() + DEVICE_LIFETIME_DAYS * MILLISECONDS_A_DAY))
        .sign(key),
    readDevice: async (mark, now) => {
      const options = { algorithms: [ALGORITHM], audience: DEVICE_AUDIENCE, currentDate: now };
      const read = await jwtVerify(mark, key, { ...options, requiredClaims: ['exp'] }).catch(() => undefined);
      const accounts = read?.payload.accounts;
      return Array.isArray(accounts) ? accounts.map(String) : [];
    },
    signFactor: ({ userId, password }, now) =>
      new SignJWT({ password })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setAudience(FACTOR_AUDIENCE)
        .setSubject(userId)
        .setJti(randomUUID())
        .setExpirationTime(new Date(now.getTime() + FACTOR_MINUTES * 60_000))
        .sign(key),
    readFactor: async (token, now) => {
      const options = { algorithms: [ALGORITHM], audience: FACTOR_AUDIENCE, currentDate: now };
      const read = await jwtVerify(token, key, { ...options, requiredClaims: ['exp'] }).catch(
        () => undefined,
      );
      const { jti, sub, password } = read?.payload ?? {};
      if (jti === undefined || sub === undefined || typeof password !== 'string') return undefined;
      return { id: jti, userId: sub, password };
    },
    signBrowser: ({ id, provedUntil }) => {
      const text = `${id}.${provedUntil}`;
      return `${text}.${macOf(text).toString('base64url')}`;
    },
    readBrowser: (signed) => {
      const [id = '', provedUntil = '', mac = ''] = signed.split('.');
      const [right, sent] = [macOf(`${id}.${provedUntil}`), Buffer.from(mac, 'base64url')];
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
      return { id, provedUntil: Number(provedUntil) };
    },
    read: async (token, now) => (await findVerified(token, now))?.sessionId,
    isImpersonating: async (token, now) => (await findVerified(token, now))?.isImpersonating === true,
  };

  function macOf(text: string): Buffer {
    return createHmac('sha256', key).update(`browser ${text}`).digest();
  }

  async function findVerified(token: string, now: Date): Promise<Verified | undefined> {
    const cached = verified.get(token) ?? (await verify(token, key, now).catch(() => undefined));
    if (cached === undefined) return undefined;
    verified.set(token, cached);
    return now.getTime() < cached.expiresAt ? cached : undefined;
  }
}

/** Verifies a token and returns its content. @throws if this server did not sign the token, or if the token expired. */
async function verify(token: string, key: KeyObject, now: Date): Promise<Verified> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    audience: AUDIENCE,
    currentDate: now,
    requiredClaims: ['exp'],
  });
  const { sid, act, exp = 0 } = payload;
  const sessionId = typeof sid === 'string' ? sid : undefined;
  return { sessionId, isImpersonating: act !== undefined, expiresAt: exp * 1_000 };
}

/**
 * Returns the configured secret. If none is configured, creates one in the data folder that only this user can read, and returns it from
 * then on.
 */
export async function tokenSecret(config: Pick<Config, 'tokenSecret' | 'dataFolder'>): Promise<string> {
  if (config.tokenSecret !== undefined) return config.tokenSecret;
  const path = join(config.dataFolder, 'token-secret');
  const stored = await readFile(path, 'utf8').catch(() => '');
  if (stored.length >= 32) return stored;
  await mkdir(config.dataFolder, { recursive: true, mode: 0o711 });
  const draft = `${path}.${process.pid}`;
  const secret = randomBytes(48).toString('base64url');
  await writeFile(draft, secret, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
  return secret;
}
