import { ANNOUNCEMENT_DAYS, type NewAnnouncement } from '@mutual-transfer/domain/administration/announcement';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { MessageKey } from '@mutual-transfer/domain/language/messages/messages';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../accounts/audit.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';

/** Maximum number of days from now at which an announcement may start or end. */
const LATEST_DAYS = 366;

/**
 * Returns the codes of the districts that an announcement is for; null if it is for all teachers.
 * @throws {AppError} `forbidden` if the administrator does not administer all of them.
 */
export function ownDistrictCodesOf(
  request: FastifyRequest,
  { districts }: Pick<NewAnnouncement, 'districts'>,
): string[] | null {
  const codes = districts
    ? [...new Set(districts.flatMap((name) => districtByName(name)?.code ?? []))]
    : null;
  const { administers } = signedIn(request);
  if (administers !== null && !codes?.every((code) => administers.includes(code)))
    throw new AppError('forbidden', { message: 'forbidden.elsewhere' });
  return codes;
}

/** Stores an announcement. The job that sends announcements creates its notices at the start time. @returns the id of the announcement. */
export async function createAnnouncement(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  input: NewAnnouncement,
  now: Date,
): Promise<string> {
  const times = announcementTimes(input, now);
  const districts = ownDistrictCodesOf(request, input);
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('announcements')
    .values({
      id,
      texts: JSON.stringify(input.texts),
      districts,
      ...times,
      created_by: signedIn(request).userId,
      created_at: now,
    })
    .execute();
  const details = { announcement: id, districts, startsAt: times.starts_at.toISOString() };
  await writeAudit(transaction, request, { action: 'announcement.create', details }, now);
  return id;
}

/**
 * Returns the start time of the announcement and the end time of its banner.
 * @throws {AppError} `validation_failed` for a start in the past, an end before the start, or a time more than a year ahead.
 */
export function announcementTimes(
  { startsAt, endsAt }: NewAnnouncement,
  now: Date,
): { starts_at: Date; ends_at: Date } {
  const starts_at = startsAt ? new Date(startsAt) : now;
  const ends_at = endsAt
    ? new Date(endsAt)
    : new Date(starts_at.getTime() + ANNOUNCEMENT_DAYS * MILLISECONDS_A_DAY);
  const latest = new Date(now.getTime() + LATEST_DAYS * MILLISECONDS_A_DAY);
  if (starts_at < now) throw wrongTime('startsAt', 'announcement.past');
  if (starts_at > latest) throw wrongTime('startsAt', 'announcement.tooLate');
  if (ends_at <= starts_at) throw wrongTime('endsAt', 'announcement.order');
  if (ends_at > latest) throw wrongTime('endsAt', 'announcement.tooLate');
  return { starts_at, ends_at };
}

function wrongTime(field: 'startsAt' | 'endsAt', message: MessageKey): AppError {
  return new AppError('validation_failed', { fields: { [field]: message } });
}

/**
 * Withdraws an announcement: its banner disappears at once, and a job deletes its notices. Waits for the batch that is being sent. Has no
 * effect on an announcement that was withdrawn before.
 * @throws {AppError} `not_found`.
 */
export async function withdrawAnnouncement(
  db: Kysely<Database>,
  request: FastifyRequest,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { withdrawn_at } = await transaction
      .selectFrom('announcements')
      .select('withdrawn_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    if (withdrawn_at !== null) return;
    await transaction.updateTable('announcements').set({ withdrawn_at: now }).where('id', '=', id).execute();
    const entry = { action: 'announcement.withdraw', details: { announcement: id } } as const;
    await writeAudit(transaction, request, entry, now);
  });
}
