import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** An order is valid until it is withdrawn or its agreement ends without a swap. */
export async function isValid(db: Kysely<Database>, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from transfer_orders join agreements on agreements.id = agreement_id
    where code = ${code} and withdrawn_at is null and state in ('agreed', 'in_progress', 'completed')`.execute(
    db,
  );
  return rows.length > 0;
}
