import type { ReportDecision } from '@mutual-transfer/domain/administration/report';
import type { ReportReason } from '@mutual-transfer/domain/administration/report-reasons';
import type { ColumnType, Generated } from 'kysely';

/** Tables of blocks, reports, and the keys that make retries safe. */
export interface SafetyTables {
  announcements: AnnouncementsTable;
  blocks: BlocksTable;
  idempotency_keys: IdempotencyKeysTable;
  reports: ReportsTable;
}

interface BlocksTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Date;
}

interface ReportsTable {
  id: string;
  /** Null after the account of the teacher who reported is erased. */
  reporter_id: string | null;
  reported_id: string;
  reason: ReportReason;
  words: string | null;
  request_id: string | null;
  alert_id: string | null;
  created_at: Date;
  decision: Generated<ReportDecision | null>;
  decision_words: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
}

interface IdempotencyKeysTable {
  account_id: string;
  key: string;
  request_hash: string;
  status: number;
  secret_mark: string | null;
  location: string | null;
  ids: ColumnType<Readonly<Record<string, string | readonly string[]>>, string, never>;
  created_at: Date;
}

interface AnnouncementsTable {
  id: string;
  texts: ColumnType<Record<string, string>, string, never>;
  districts: string[] | null;
  starts_at: Date;
  ends_at: Date;
  created_by: string | null;
  created_at: Date;
  /** Id of the last teacher for whom a notice was created. The next batch continues after it. */
  sent_after: Generated<string | null>;
  sent_count: Generated<number>;
  sent_at: Generated<Date | null>;
  withdrawn_at: Generated<Date | null>;
  cleared_at: Generated<Date | null>;
}
