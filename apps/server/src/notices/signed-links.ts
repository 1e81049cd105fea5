import { createHmac, createSecretKey } from 'node:crypto';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { pagePaths } from '@mutual-transfer/domain/pages';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Request with its expiry at the time of the notice. Renewing the request changes the expiry, which invalidates the link. */
export interface Renewable {
  requestId: string;
  expiresAt: Date;
}

/** Account, and its email address when the link was made. */
export interface Mailbox {
  userId: string;
  email: string;
}

/** Account of a link, and a function that tells whether the link was mailed to an address. */
export interface MailboxLink {
  userId: string;
  isOf: (email: string) => boolean;
}

/** URLs in messages. A signed URL allows one action without signing in, and shows no data. */
export interface NoticeLinks {
  /** Returns the URL of a page of the product. */
  to: (page: string) => string;
  /** Returns the URLs that stop the mails to a mailbox: `address` for one-click POST (RFC 8058), `page` for the page with the button. */
  stop: (mailbox: Mailbox) => Promise<{ address: string; page: string }>;
  /** Returns the URL of the page that confirms an address, and starts its mails again. */
  confirmation: (mailbox: Mailbox, now: Date) => Promise<string>;
  /** Returns the URL of the page that renews a request with one press. */
  renewal: (renewable: Renewable) => Promise<string>;
}

/** Verifies the tokens of signed URLs. Returns `undefined` for a forged or expired token. */
export interface LinkTokens {
  readStop: (token: string) => Promise<MailboxLink | undefined>;
  readConfirmation: (token: string, now: Date) => Promise<MailboxLink | undefined>;
  readRenewal: (token: string, now: Date) => Promise<Renewable | undefined>;
}

const ALGORITHM = 'HS256';
const STOP_AUDIENCE = 'mutual-transfer stop';
const CONFIRMATION_AUDIENCE = 'mutual-transfer confirmation';
const RENEWAL_AUDIENCE = 'mutual-transfer renewal';
const CONFIRMABLE_DAYS = 7;
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
  // A keyed hash instead of the address, because URLs are logged on the way.
  const markOf = (userId: string, email: string) =>
    createHmac('sha256', key).update(`mailbox of ${userId} ${email}`).digest('base64url');
  const claims = ({ userId, email }: Mailbox) => ({ sub: userId, mailbox: markOf(userId, email) });
  const mailboxOf = (payload: JWTPayload | undefined): MailboxLink | undefined => {
    const userId = payload?.sub;
    return userId === undefined
      ? undefined
      : { userId, isOf: (email) => markOf(userId, email) === payload?.mailbox };
  };
  return {
    to,
    stop: async (mailbox) => {
      const token = await sign(STOP_AUDIENCE, claims(mailbox)).sign(key);
      return { address: withToken('/api/notices/stop', token), page: withToken(pagePaths.stop, token) };
    },
    confirmation: async (mailbox, now) => {
      const until = new Date(now.getTime() + CONFIRMABLE_DAYS * MILLISECONDS_A_DAY);
      const signed = sign(CONFIRMATION_AUDIENCE, claims(mailbox)).setExpirationTime(until);
      return withToken(pagePaths.confirm, await signed.sign(key));
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
      return mailboxOf(await read(STOP_AUDIENCE, token, new Date(0)));
    },
    readConfirmation: async (token, now) => mailboxOf(await read(CONFIRMATION_AUDIENCE, token, now)),
    readRenewal: async (token, now) => {
      const payload = await read(RENEWAL_AUDIENCE, token, now);
      if (payload?.sub === undefined || typeof payload.end !== 'string') return undefined;
      return { requestId: payload.sub, expiresAt: new Date(payload.end) };
    },
  };
}
