import { MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { sql } from 'kysely';
import type { FindDue } from '../../notices/create-reminders.ts';

interface Due {
  readonly id: string;
  readonly user_id: string;
  readonly request_id: string | null;
  readonly to_block: string;
  readonly size: number;
  readonly deadline: Date;
}

export function findDue({ hours, nextHours }: { hours: number; nextHours: number }, now: Date): FindDue {
  const [soonest, latest] = [nextHours, hours].map(
    (ahead) => new Date(now.getTime() + ahead * MILLISECONDS_AN_HOUR),
  );
  const createdBefore = new Date(now.getTime() - MILLISECONDS_AN_HOUR);
  return async (transaction, atMost) => {
    const { rows } = await sql<Due>`
      select agreements.id, user_id, request_id, to_block, size, deadline from agreements
      join agreement_members on agreement_id = agreements.id
      where agreements.state = 'proposed' and not silence_agrees and deadline > ${soonest} and deadline <= ${latest}
        and agreements.created_at <= ${createdBefore} and answer = 'open' and user_id is not null and not exists (
          select from alerts where to_user_id = user_id and kind = 'deadline_near'
            and details->>'agreementId' = agreements.id::text and details->>'hours' = ${String(hours)})
      order by agreements.id, user_id limit ${atMost}`.execute(transaction);
    return rows.map(({ id, user_id, request_id, to_block, size, deadline }) => ({
      recipientId: user_id,
      requestId: request_id,
      content: {
        kind: 'deadline_near' as const,
        agreementId: id,
        block: to_block,
        length: size,
        hours,
        deadline: deadline.toISOString(),
      },
    }));
  };
}
