import type { AgreementState, Answer, EndReason } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { RoundState } from '@mutual-transfer/domain/agreements/round';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Tables of proposals, agreements and rounds. */
export interface AgreementTables {
  agreements: AgreementsTable;
  agreement_members: AgreementMembersTable;
  agreement_steps: AgreementStepsTable;
  agreement_messages: AgreementMessagesTable;
  remembered_yes: RememberedYesTable;
  rounds: RoundsTable;
  round_plans_due: RoundPlansDueTable;
  readiness_questions: ReadinessQuestionsTable;
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
}

/** Kind of a row of `agreement_steps`. */
export type StepKind =
  | 'proposed'
  | 'yes'
  | 'no'
  | 'leave'
  | 'submitted'
  | 'otp'
  | 'ordered'
  | 'joined'
  | 'end'
  | 'agreed'
  | 'completed';

interface AgreementStepsTable {
  id: string;
  agreement_id: string;
  user_id: string | null;
  kind: StepKind;
  reason: EndReason | null;
  words: string | null;
  happened_at: Date;
}

interface AgreementMessagesTable {
  id: string;
  agreement_id: string;
  user_id: string | null;
  message: string;
  created_at: Date;
}

interface RememberedYesTable {
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
}

interface RoundPlansDueTable {
  round_id: string;
  stratum: string;
  due_at: Date;
}

interface ReadinessQuestionsTable {
  request_id: string;
  asked_at: Date;
}

export type AgreementRow = Selectable<AgreementsTable>;
export type MemberRow = Selectable<AgreementMembersTable>;
export type StepRow = Selectable<AgreementStepsTable>;
export type RoundRow = Selectable<RoundsTable>;
