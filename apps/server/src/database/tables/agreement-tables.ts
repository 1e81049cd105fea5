import type { happeningKinds } from '@mutual-transfer/domain/administration/office-agreement';
import type {
  AgreementState,
  Answer,
  EndReason,
  PortalStep,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import type { RoundState } from '@mutual-transfer/domain/agreements/round';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Tables of proposals, agreements and rounds. */
export interface AgreementTables {
  agreements: AgreementsTable;
  agreement_members: AgreementMembersTable;
  agreement_steps: AgreementStepsTable;
  agreement_messages: AgreementMessagesTable;
  remembered_yes: StoredYesTable;
  rounds: RoundsTable;
  round_plans_due: RoundPlansDueTable;
  round_teachers: RoundTeachersTable;
  readiness_questions: ReadinessQuestionsTable;
  transfer_orders: TransferOrdersTable;
  transfer_order_members: { order_id: string; agreement_id: string; position: number };
}

interface AgreementsTable {
  id: string;
  state: ColumnType<AgreementState, AgreementState | undefined, AgreementState>;
  source: 'teacher' | 'round';
  round_id: string | null;
  proposed_by: string | null;
  size: number;
  subject: string;
  class_range: string;
  category: string | null;
  requests_key: string;
  created_at: Date;
  deadline: Date;
  waits_until: Date | null;
  agreed_at: Date | null;
  submitted_at: Date | null;
  ended_at: Date | null;
  reason: EndReason | null;
  ended_by: string | null;
  /** True if a member who does not object by the deadline agrees. */
  silence_agrees: Generated<boolean>;
  extended_until: Generated<Date | null>;
}

interface AgreementMembersTable {
  agreement_id: string;
  position: number;
  state: AgreementState;
  user_id: string | null;
  request_id: string | null;
  from_block: string;
  to_block: string;
  answer: ColumnType<Answer, Answer | undefined, Answer>;
  answered_at: Date | null;
  is_prefilled: Generated<boolean>;
  is_accepted_for_me: Generated<boolean>;
  held_until: Date | null;
  /** Consent that counts as the yes of a member who did not answer. */
  consent_id: Generated<string | null>;
  /** Joining date that the office recorded, as `YYYY-MM-DD`. */
  joined_on: Generated<string | null>;
  record_moved_at: Generated<Date | null>;
}

/** Kind of a row of `agreement_steps`. */
export type StepKind = (typeof happeningKinds)[number];

interface AgreementStepsTable {
  id: string;
  agreement_id: string;
  user_id: string | null;
  kind: StepKind;
  reason: EndReason | null;
  words: string | null;
  happened_at: Date;
  consent_id: Generated<string | null>;
  is_recorded: Generated<boolean>;
  recorded_by: Generated<string | null>;
  office_reason: Generated<string | null>;
  /** Step that this row undoes. */
  concerns: Generated<PortalStep | null>;
  /** Time at which the office took back this step; null for every other row. */
  taken_back_at: Generated<Date | null>;
}

interface TransferOrdersTable {
  id: string;
  agreement_id: string;
  number: string;
  /** Date of the order, as `YYYY-MM-DD`. */
  ordered_on: string;
  authority: string | null;
  office: string | null;
  code: string;
  recorded_by: string | null;
  recorded_at: Date;
  withdrawn_at: Generated<Date | null>;
}

interface AgreementMessagesTable {
  id: string;
  agreement_id: string;
  user_id: string | null;
  message: string;
  created_at: Date;
}

interface StoredYesTable {
  user_id: string;
  to_block: string;
  given_at: Date;
}

interface RoundsTable {
  id: string;
  state: ColumnType<RoundState, RoundState | undefined, RoundState>;
  max_ring: number;
  hours: number;
  subjects: string[] | null;
  started_by: string | null;
  created_at: Date;
  ends_at: Date;
  planned_at: Date | null;
  readiness_asked_at: Date | null;
  ended_at: Date | null;
  season_id: Generated<string | null>;
  /** Number in the season's timetable; null for a round that an administrator started. */
  number: Generated<number | null>;
  /** Codes of the districts; null for all districts. */
  districts: Generated<string[] | null>;
  /** True if the round plans with the consents of teachers, and silence counts as agreement. */
  silence_agrees: Generated<boolean>;
  /** Deadline of the proposals of the first plan; null if the number of hours of the round applies. */
  answers_until: Generated<Date | null>;
}

interface RoundPlansDueTable {
  round_id: string;
  stratum: string;
  due_at: Date;
}

/** Teachers whom a round asked or planned with, with their district and subject at that time. */
interface RoundTeachersTable {
  round_id: string;
  user_id: string;
  district: string;
  subject: string;
  asked_at: Date | null;
  ready_at: Date | null;
}

interface ReadinessQuestionsTable {
  request_id: string;
  asked_at: Date;
}

export type AgreementRow = Selectable<AgreementsTable>;
export type MemberRow = Selectable<AgreementMembersTable>;
export type StepRow = Selectable<AgreementStepsTable>;
export type RoundRow = Selectable<RoundsTable>;
