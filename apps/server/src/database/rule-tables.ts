import type { ColumnType } from 'kysely';

/** The table of the rules of a swap. */
export interface RuleTables {
  policy_rules: PolicyRulesTable;
}

interface PolicyRulesTable {
  id: string;
  kind: string;
  value: ColumnType<unknown, string, never>;
  /** `YYYY-MM-DD`. */
  valid_from: ColumnType<Date, string, never>;
  source: string;
  link: string | null;
  written_by: string | null;
  created_at: Date;
}
