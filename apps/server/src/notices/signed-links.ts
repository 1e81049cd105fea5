import { createSecretKey } from 'node:crypto';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type NoticeChannel, noticeChannels } from '@mutual-transfer/domain/notices/notice-settings';
import { pagePaths } from '@mutual-transfer/domain/pages';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Request with its expiry at the time of the notice. Renewing the request changes the expiry, which invalidates the link. */
export interface Renewable {
  requestId: string;
  expiresAt: Date;
}

/** URLs in messages. A signed URL allows one action without signing in, and shows no data. */
export interface NoticeLinks {
  /** Returns the URL of a page of the product. */
  to: (page: string) => string;
  /** Returns the URLs that stop messages of a channel: `address` for one-click POST (RFC 8058), `page` for the page with the button. */
  stop: (userId: string, channel: NoticeChannel) => Promise<{ address: string; page: string }>;
  /** Returns the URL of the page that renews a request with one press. */
  renewal: (renewable: Renewable) => Promise<string>;
}

/** Verifies the tokens of signed URLs. Returns `undefined` for a forged or expired token. */
export interface LinkTokens {
  readStop: (token: string) => Promise<{ userId: string; channel: NoticeChannel } | undefined>;
  readRenewal: (token: string, now: Date) => Promise<Renewable | undefined>;
}

const ALGORITHM = 'HS256';
const STOP_AUDIENCE = 'mutual-transfer stop';
const RENEWAL_AUDIENCE = 'mutual-transfer renewal';
/** Number of days after its expiry in which a request can be renewed by the link. */
const RENEWABLE_DAYS_AFTER = 30;

/** Creates and verifies signed URLs under the product's public URL. */
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
      // The token does not expire: the link in an old mail must still stop the next mail.
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
