import { type SentSms, smsReportSchema, smsStateSchema } from '@mutual-transfer/domain/notices/sent-sms';
import type { SmsKind } from '@mutual-transfer/domain/notices/text-messages';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { inTurn } from '../http/turns.ts';
import { bodyOf, headerOf, webhookRoute } from '../http/webhooks.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { isSameSecret } from '../platform/signatures.ts';

export interface SmsToNote {
  /** A repeated attempt has the same id. */
  id: string;
  /** The account for which it is sent; none for a visitor. */
  userId: string | undefined;
  kind: SmsKind;
}

/** Sends an SMS, and stores that it was sent. The function returns the provider's id of it. */
export type NoteSms = (sms: SmsToNote, send: () => Promise<string | undefined>) => Promise<void>;

/** @param onError called if the end of a sent SMS could not be stored. The SMS counts as it ended, so that none is sent twice. */
export function createSmsNotes(db: Kysely<Database>, onError: (error: unknown) => void): NoteSms {
  return async ({ id, userId, kind }, send) => {
    await sql`
      insert into sent_sms (id, user_id, kind, sent_at, state_at)
      values (${id}, ${userId ?? null}, ${kind}, clock_timestamp(), clock_timestamp())
      on conflict (id) do update set state = 'sending', state_at = excluded.state_at`.execute(db);
    const end = (state: 'accepted' | 'failed', requestId: string | undefined) =>
      sql`
        update sent_sms set state = ${state}, state_at = clock_timestamp(), request_id = ${requestId ?? null}
        where id = ${id}`
        .execute(db)
        .catch(onError);
    let requestId: string | undefined;
    try {
      requestId = await send();
    } catch (error) {
      // Without an answer the provider may have accepted it.
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) await end('failed', undefined);
      throw error;
    }
    await end('accepted', requestId);
  };
}

const NEWEST = 50;

/** Returns the newest SMS that were sent for an account, newest first. */
export async function findSentSms(db: Kysely<Database>, userId: string): Promise<SentSms[]> {
  const rows = await db
    .selectFrom('sent_sms')
    .select(['id', 'kind', 'sent_at', 'state', 'state_at', 'reason'])
    .where('user_id', '=', userId)
    .orderBy('sent_at', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map(({ id, sent_at, state_at, ...row }) => ({
    ...row,
    _id: id,
    sentAt: sent_at.toISOString(),
    stateAt: state_at.toISOString(),
  }));
}

const reportHeaders = z.object({
  'x-webhook-secret': z.string().describe('The secret MSG91_WEBHOOK_SECRET, as the provider was told it'),
});

/** Registers the delivery reports of the SMS provider, and their state on the screen of a code. */
export function smsReportRoutes(app: App, { db, config }: Dependencies): void {
  webhookRoute(app, {
    url: '/api/sms/reports',
    summary: 'Receive a delivery report of the SMS provider',
    description:
      'Called by the SMS provider alone, which proves it by a secret; a call without it is 403. A report on an unknown message, and one ' +
      'that comes again, change nothing.',
    described: { body: smsReportSchema, headers: reportHeaders },
    refuseForged: (request) => {
      const { smsReportSecret: secret } = config;
      if (secret === undefined || !isSameSecret(secret, headerOf(request, 'x-webhook-secret')))
        throw new AppError('forbidden');
    },
    receive: async (request) => {
      const { requestId, status, failureReason } = bodyOf(smsReportSchema, request);
      const state = stateOf(status);
      // Reports come in any order: a delivered message stays delivered.
      if (state !== undefined)
        await sql`
          update sent_sms set state = ${state}, state_at = clock_timestamp(), reason = ${state === 'failed' ? (failureReason ?? status) : null}
          where request_id = ${requestId} and state <> 'delivered' and state <> ${state}`.execute(db);
    },
  });

  app.get(
    '/api/auth/phone-codes/:id',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'Get whether a code that was just requested has arrived',
        params: byId,
        response: { 200: smsStateSchema },
      },
    },
    inTurn(async (request) => {
      const { state, state_at } = await db
        .selectFrom('sent_sms')
        .select(['state', 'state_at'])
        .where('id', '=', request.params.id)
        .executeTakeFirstOrThrow(() => new AppError('not_found'));
      return { state, at: state_at.toISOString() };
    }),
  );
}

const DELIVERED = /^(?:1|delivered)$/i;
/** Failed, no promotional messages wished, rejected, blocked number (2, 9, 16 and 25, 17). Others are steps on the way. */
const FAILED = /^(?:2|9|16|17|25)$|fail|ndnc|reject|block|undeliver|expired/i;

function stateOf(status: string): 'delivered' | 'failed' | undefined {
  if (DELIVERED.test(status)) return 'delivered';
  return FAILED.test(status) ? 'failed' : undefined;
}
