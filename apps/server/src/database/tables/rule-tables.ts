import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { RuleTrialResult } from '@mutual-transfer/domain/matching/rule-trial';
import type { ColumnType, Selectable } from 'kysely';

/** Tables of the swap rules, and of trials of changed rules. */
export interface RuleTables {
  policy_rules: PolicyRulesTable;
  rule_trials: RuleTrialsTable;
}

interface PolicyRulesTable {
  id: string;
  kind: string;
  value: ColumnType<unknown, string, never>;
  /** First day on which the rule applies, as `YYYY-MM-DD`. */
  valid_from: ColumnType<string, string, never>;
  source: string;
  link: string | null;
  written_by: string | null;
  created_at: Date;
}

interface RuleTrialsTable {
  id: string;
  rules: ColumnType<{ now: Rules; changed: Rules }, string, never>;
  requested_by: string | null;
  created_at: Date;
  finished_at: Date | null;
  figures: ColumnType<RuleTrialResult | null, string | undefined, string | null>;
}

export type RuleTrialRow = Selectable<RuleTrialsTable>;
