import { createSecretKey } from 'node:crypto';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type NoticeChannel, noticeChannels } from '@mutual-transfer/domain/notices/notice-settings';
import { pagePaths } from '@mutual-transfer/domain/pages';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** A request as a notice speaks of it: renewed meanwhile, it has another end. */
export interface Renewable {
  readonly requestId: string;
  readonly expiresAt: Date;
}

/** The addresses in messages. Signed ones do one thing without signing in, and open nothing. */
export interface NoticeLinks {
  /** The address of a page of the product. */
  readonly to: (page: string) => string;
  /** What stops messages of a channel: the address that takes a POST (RFC 8058), and the page that asks a person. */
  readonly stop: (userId: string, channel: NoticeChannel) => Promise<{ address: string; page: string }>;
  /** The page that renews a request with one tap. */
  readonly renewal: (renewable: Renewable) => Promise<string>;
}

/** Reads the tokens of those addresses; undefined for one that this server did not sign, or that is too old. */
export interface LinkTokens {
  readonly readStop: (token: string) => Promise<{ userId: string; channel: NoticeChannel } | undefined>;
  readonly readRenewal: (token: string, now: Date) => Promise<Renewable | undefined>;
}

const ALGORITHM = 'HS256';
const STOP_AUDIENCE = 'mutual-transfer stop';
const RENEWAL_AUDIENCE = 'mutual-transfer renewal';
/** A request that has expired can be renewed by its link for so long. */
const RENEWABLE_DAYS_AFTER = 30;

/** Makes and reads signed addresses under the product's own address. */
export function createLinks(publicUrl: string, secret: string): NoticeLinks & LinkTokens {
  const key = createSecretKey(Buffer.from(`links of ${secret}`, 'utf8'));
  const to = (page: string) => new URL(page, publicUrl).href;
  const withToken = (page: string, token: string) => `${to(page)}?token=${token}`;
  const sign = (audience: string, payload: JWTPayload) =>
    new SignJWT(payload).setProtectedHeader({ alg: ALGORITHM }).setAudience(audience);
  const read = (audience: string, token: string, currentDate: Date) =>
    jwtVerify(token, key, { algorithms: [ALGORITHM], audience, currentDate }).then(
      ({ payload }) => payload,
      () => undefined,
    );
  return {
    to,
    stop: async (userId, channel) => {
      const token = await sign(STOP_AUDIENCE, { sub: userId, channel }).sign(key);
      return { address: withToken('/api/notices/stop', token), page: withToken(pagePaths.stop, token) };
    },
    renewal: async ({ requestId, expiresAt }) => {
      const until = new Date(expiresAt.getTime() + RENEWABLE_DAYS_AFTER * MILLISECONDS_A_DAY);
      const payload = { sub: requestId, end: expiresAt.toISOString() };
      return withToken(
        pagePaths.renew,
        await sign(RENEWAL_AUDIENCE, payload).setExpirationTime(until).sign(key),
      );
    },
    readStop: async (token) => {
      // It never ends: a mail of long ago must stop the next one too.
      const payload = await read(STOP_AUDIENCE, token, new Date(0));
      const channel = noticeChannels.find((name) => name === payload?.channel);
      return payload?.sub === undefined || channel === undefined
        ? undefined
        : { userId: payload.sub, channel };
    },
    readRenewal: async (token, now) => {
      const payload = await read(RENEWAL_AUDIENCE, token, now);
      if (payload?.sub === undefined || typeof payload.end !== 'string') return undefined;
      return { requestId: payload.sub, expiresAt: new Date(payload.end) };
    },
  };
}
