import { sql } from 'kysely';

/**
 * Selects every completed transfer: its moment and the number of teachers who moved. Each figure of completed transfers counts these rows,
 * which no deleted request or account removes.
 */
export const completions = sql`
  select ended_at as moment, size::int as teachers, true as by_agreement from agreements where state = 'completed'
  union all
  select completed_at, 1, false from declared_completions`;
