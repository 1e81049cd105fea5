// This file is long because it has the rows of all tables.

import type { ColumnOf, OptionalField } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { Role } from '@mutual-transfer/domain/accounts/user';
import type { NewLeakNotice } from '@mutual-transfer/domain/administration/leak-notice';
import type { historyKinds } from '@mutual-transfer/domain/administration/office-agreement';
import type { Operator } from '@mutual-transfer/domain/administration/operator';
import type { Report, ReportDecision } from '@mutual-transfer/domain/administration/report';
import type {
  AgreementState,
  Answer,
  EndReason,
  PortalStep,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import type { RoundState } from '@mutual-transfer/domain/agreements/round';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { PlanFigures, PlanReason, RuleTrialResult } from '@mutual-transfer/domain/matching/plan';

import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';

import type { NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';
import type { NoticeChannel, NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';
import type { SmsState } from '@mutual-transfer/domain/notices/sent-sms';
import type { SmsKind } from '@mutual-transfer/domain/notices/text-messages';
import type { RefundOrigin, RefundState } from '@mutual-transfer/domain/payments/payment';
import type {
  OpenRefundState,
  Settlement,
  UnexplainedReason,
} from '@mutual-transfer/domain/payments/unexplained-payment';
import type {
  ContactPreference,
  RequestStatus,
  Urgency,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { ObjectionCategory, ObjectionResult } from '@mutual-transfer/domain/seasons/objection';
import type { WayOfConsent } from '@mutual-transfer/domain/seasons/season-dates';
import type { ShareKind } from '@mutual-transfer/domain/shares/share';
import type { ColumnType, Generated, GeneratedAlways, Insertable, Kysely, Selectable } from 'kysely';

/** Tables of `schema.sql`, in its order. */
export interface Database {
  users: UsersTable;
  former_names: FormerNamesTable;
  sealed_records: { id: string; sealed: string; created_at: Date };
  blocks: BlocksTable;
  sessions: SessionsTable;
  captchas: CaptchasTable;
  password_links: PasswordLinksTable;
  phone_codes: PhoneCodesTable;
  sent_sms: SentSmsTable;
  requests: RequestsTable;
  /** Completions that teachers declared without an agreement of the product. */
  declared_completions: { id: Generated<string>; request_id: string | null; completed_at: Date };
  offers: OffersTable;
  offers_to_announce: OffersToAnnounceTable;
  readiness_questions: ReadinessQuestionsTable;
  contact_views: ContactViewsTable;
  contact_refusals: ContactRefusalsTable;
  seasons: SeasonsTable;
  season_consents: SeasonConsentsTable;
  season_exclusions: SeasonExclusionsTable;
  rounds: RoundsTable;
  season_rounds: SeasonRoundsTable;
  round_teachers: RoundTeachersTable;
  round_plans_due: RoundPlansDueTable;
  agreements: AgreementsTable;
  agreement_members: AgreementMembersTable;
  agreement_steps: AgreementStepsTable;
  agreement_messages: AgreementMessagesTable;
  remembered_yes: StoredYesTable;
  objections: ObjectionsTable;
  transfer_orders: TransferOrdersTable;
  transfer_order_members: { order_id: string; agreement_id: string; position: number };
  alerts: AlertsTable;
  notice_settings: NoticeSettingsTable;
  deliveries: DeliveriesTable;
  push_devices: PushDevicesTable;
  held_messages: HeldMessagesTable;
  announcements: AnnouncementsTable;
  privacy_notices: { version: string; published_at: Date };
  notice_consents: { user_id: string; version: string; given_at: Date };
  leak_notices: LeakNoticesTable;
  leak_recipients: { leak_id: string; user_id: string; told_at: Generated<Date | null> };
  reports: ReportsTable;
  payment_settings: PaymentSettingsTable;
  payment_orders: PaymentOrdersTable;
  payment_refunds: PaymentRefundsTable;
  unexplained_payments: UnexplainedPaymentsTable;
  payment_events: PaymentEventsTable;
  sandbox_payments: SandboxPaymentsTable;
  policy_rules: PolicyRulesTable;
  rule_trials: RuleTrialsTable;
  plans: PlansTable;
  plan_rings: PlanRingsTable;
  plan_progress: { plan_id: string; progress: number; best: number | null; bound: number | null };
  plan_reasons: { user_id: string; reason: PlanReason };
  product_settings: ProductSettingsTable;
  audit_log: AuditLogTable;
  access_log: AccessLogTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: { key: string; points: number; expires_at: Date };
  /** Number of visits by kind and day, in India's time. */
  share_visits: { day: Date; kind: ShareKind; visits: number };
  offer_changes: OfferChangesTable;
  offer_changes_pruned: OfferChangesPrunedTable;
}

/** Connections to the database, or a transaction. */
export type Db = Kysely<Database>;

interface PrivacyColumns {
  hide_name: Generated<boolean>;
  hide_phone: Generated<boolean>;
  hide_email: Generated<boolean>;
  hide_school_name: Generated<boolean>;
}

interface OwnPrivacyColumns {
  own_hide_name: Generated<boolean>;
  own_hide_phone: Generated<boolean>;
  own_hide_email: Generated<boolean>;
  own_hide_school_name: Generated<boolean>;
}

type OptionalColumns = Record<ColumnOf<OptionalField>, Generated<string | null>>;

/** `hide_…`: effective settings, which apply to other people. `own_hide_…`: settings of the person. */
interface UsersTable extends PrivacyColumns, OwnPrivacyColumns, OptionalColumns {
  /** True once the person has posted a request. The registered wish is no longer offered then. */
  has_posted: Generated<boolean>;
  /** As stated with the latest request that stated it. */
  contact_preference: Generated<ContactPreference | null>;
  id: string;
  email: string;
  /** Time at which the mailbox confirmed the address, and at which it stopped its mails. Cleared when the address changes. */
  email_confirmed_at: Generated<Date | null>;
  email_stopped_at: Generated<Date | null>;
  email_bounced_at: Generated<Date | null>;
  phone: string | null;
  /** True if an office set the number. */
  phone_set_by_office: Generated<boolean>;
  password_hash: string;
  /** True for a first password of an administrator that another person made. */
  password_is_temporary: Generated<boolean>;
  factor_salt: Generated<string | null>;
  factor_new_salt: Generated<string | null>;
  factor_on_at: Generated<Date | null>;
  factor_step: Generated<string | null>;
  /** Hashes. */
  recovery_codes: Generated<string[]>;
  /** Language of the last sign-in. */
  language: Generated<Language | null>;
  name: string;
  role: ColumnType<Role, Role | undefined, Role>;
  is_active: Generated<boolean>;
  /** True for an account of the demo data, whose password is public. */
  is_demo: Generated<boolean>;
  school_name: string | null;
  district: string | null;
  block: string | null;
  desired_district: string | null;
  desired_block: string | null;
  subject: string | null;
  class_range: string | null;
  /** Codes of the districts that an administrator is limited to; null for administrators of the state, and for teachers. */
  administers: Generated<string[] | null>;
  /** Office of an administrator. */
  office: Generated<string | null>;
  paid_at: Date | null;
  paid_rupees: number | null;
  created_at: Date;
  search_letters: GeneratedAlways<string>;
  signed_in_at: Generated<Date | null>;
  /** Kind of the shared link through which the person registered. */
  came_by: ShareKind | null;
  verified_at: Generated<Date | null>;
  verified_how: Generated<'administrator' | 'phone_code' | null>;
  verified_by: Generated<string | null>;
  verified_note: Generated<string | null>;
  /** Time at which a person who proved to own the phone number claimed it. */
  phone_claimed_at: Generated<Date | null>;
}

export type UserRow = Selectable<UsersTable>;
export type NewUserRow = Insertable<UsersTable>;

interface FormerNamesTable {
  user_id: string;
  name: string;
  until: Date;
}

interface BlocksTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Date;
}

interface SessionsTable {
  id: string;
  user_id: string;
  impersonator_id: string | null;
  /** Session of the administrator who started this impersonation session and can end it. */
  administrator_session_id: string | null;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

interface CaptchasTable {
  token: string;
  answer: number;
  is_proved: Generated<boolean>;
  expires_at: Date;
}

interface PasswordLinksTable {
  user_id: string;
  token_hash: string;
  expires_at: Date;
}

interface PhoneCodesTable {
  phone_seal: string;
  code_seal: string;
  tries: Generated<number>;
  expires_at: Date;
}

interface SentSmsTable {
  id: string;
  request_id: string | null;
  user_id: string | null;
  kind: SmsKind;
  sent_at: Date;
  state: Generated<SmsState['state']>;
  state_at: Date;
  reason: string | null;
}

interface RequestsTable extends PrivacyColumns {
  id: string;
  user_id: string;
  desired_district: string;
  desired_block: string | null;
  subject: string;
  class_range: string;
  reason: string;
  additional_info: string;
  urgency: Urgency;
  contact_preference: ContactPreference;
  status: ColumnType<RequestStatus, RequestStatus | undefined, RequestStatus>;
  created_at: Date;
  expires_at: Date;
  ready_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  accept_for_me: Generated<boolean>;
  completed_at: ColumnType<Date | null, undefined, Date | null>;
  /** Text of the request when it was last listed, while an edit is held. Null for a request that was never listed. */
  former_reason: ColumnType<string | null, undefined, string | null>;
  former_additional_info: ColumnType<string | null, undefined, string | null>;
  /** Time at which the text was held. */
  held_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Code of the block that the owner left when an agreement completed the request; null if that changed no posting. */
  left_block: ColumnType<string | null, undefined, string | null>;
  /** Name of the school that the owner left when an agreement completed the request. */
  left_school: ColumnType<string | null, undefined, string | null>;
  /** Day on which the owner had joined that school, as `YYYY-MM-DD`. */
  left_school_joined_on: ColumnType<string | null, undefined, string | null>;
  /** True for a record that its owner hid from their own list. */
  is_hidden: Generated<boolean>;
  /** Rank among the owner's active requests, 1 for the first choice. Requests without a rank (null) follow the ranked ones. */
  own_rank: Generated<number | null>;
  owner_is_active: Generated<boolean>;
  listed: ColumnType<boolean, never, never>;
  search: ColumnType<string, string | undefined, string>;
  /** True if the owner has a newer active request. Lists show these requests after the newest request of every teacher. */
  stands_back: Generated<boolean>;
  /** Place where the owner works, copied from the account for lists. */
  from_district: Generated<string | null>;
  from_block: Generated<string | null>;
  owner_verified: Generated<'yes' | 'no'>;
}

export type RequestRow = Selectable<RequestsTable>;
export type NewRequestRow = Insertable<RequestsTable>;

interface OffersTable {
  request_id: string | null;
  user_id: string;
  subject: string;
  class_range: string;
  category: string | null;
  joined_on: string | null;
  from_district: string;
  from_block: string;
  to_district: string;
  to_block: string | null;
  offered_at: Date;
  /** True if an earlier offer of the person has the same subject and class level. */
  repeats_posting: Generated<boolean>;
  /** True if an earlier offer of the person has the same subject, class level and district. */
  repeats_wish: Generated<boolean>;
}

export type OfferRow = Selectable<OffersTable>;
export type NewOfferRow = Insertable<OffersTable>;

interface OffersToAnnounceTable {
  request_id: string;
  offered_at: Date;
  /** Time at which a server first saw the offer after its last change. */
  seen_at: Generated<Date | null>;
}

interface ReadinessQuestionsTable {
  request_id: string;
  asked_at: Date;
}

interface ContactViewsTable {
  viewer_id: string;
  seen_id: string;
  place: 'list' | 'match';
  opened_at: Date;
  seen_at: Date;
  address: string | null;
}

interface ContactRefusalsTable {
  viewer_id: string;
  seen_id: string;
  day: Date;
}

interface SeasonsTable {
  id: string;
  name: string;
  names: ColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  order_name: string;
  opens_at: Date;
  list_closes_at: Date;
  closed_at: Date;
  consent: WayOfConsent;
  relieving: boolean;
  scrutiny: Generated<boolean>;
  objection_days: Generated<number>;
  asked_at: Generated<Date | null>;
  created_by: string | null;
  created_at: Date;
}

export type SeasonRow = Selectable<SeasonsTable>;

interface SeasonConsentsTable {
  id: string;
  season_id: string;
  user_id: string | null;
  asked_at: Date | null;
  given_at: Date | null;
  withdrawn_at: Date | null;
  sentence: string | null;
  district: string | null;
}

interface SeasonExclusionsTable {
  season_id: string;
  user_id: string;
  reason: string;
  /** Last day, as `YYYY-MM-DD`. */
  until: string | null;
  recorded_by: string | null;
  recorded_at: Date;
}

interface ObjectionsTable {
  id: string;
  season_id: string;
  agreement_id: string;
  user_id: string | null;
  category: ObjectionCategory;
  created_at: Date;
  due_at: Date;
  reply: Generated<ObjectionResult | null>;
  reply_words: Generated<string | null>;
  replied_by: Generated<string | null>;
  replied_at: Generated<Date | null>;
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

export type RoundRow = Selectable<RoundsTable>;

interface SeasonRoundsTable {
  season_id: string;
  number: number;
  asked_from: Date;
  proposals_at: Date;
  answers_until: Date;
  round_id: Generated<string | null>;
}

export type SeasonRoundRow = Selectable<SeasonRoundsTable>;

/** Teachers whom a round asked or planned with, with their district and subject at that time. */
interface RoundTeachersTable {
  round_id: string;
  user_id: string;
  district: string;
  subject: string;
  asked_at: Date | null;
  ready_at: Date | null;
}

interface RoundPlansDueTable {
  round_id: string;
  stratum: string;
  due_at: Date;
}

interface AgreementsTable {
  id: string;
  number: Generated<string>;
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

export type AgreementRow = Selectable<AgreementsTable>;

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
  /** Days of relieving and joining that the office recorded, as `YYYY-MM-DD`. */
  relieved_on: Generated<string | null>;
  joined_on: Generated<string | null>;
  record_moved_at: Generated<Date | null>;
  scrutinised_at: Generated<Date | null>;
  scrutinised_by: Generated<string | null>;
}

export type MemberRow = Selectable<AgreementMembersTable>;

/** Kind of a row of `agreement_steps`. */
export type StepKind = (typeof historyKinds)[number];

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

export type StepRow = Selectable<AgreementStepsTable>;

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

/**
 * Content of a notice of the product, without its kind. Contains the fields that queries read; `noticeKinds` has all fields of each kind.
 */
export interface NoticeDetails {
  agreementId?: string;
  announcementId?: string;
  /** Requests of a ring, in its order. */
  requests?: readonly string[];
  expiresAt?: string;
}

interface AlertsTable {
  id: string;
  from_user_id: string | null;
  to_user_id: string;
  kind: ColumnType<NoticeKind, NoticeKind | undefined, never>;
  message: string | null;
  created_at: Date;
  read_at: Date | null;
  hidden_at: Date | null;
  request_id: string | null;
  about_user_id: string | null;
  about_request_id: string | null;
  details: ColumnType<NoticeDetails | null, string | undefined, never>;
  /** Set once the deliveries of the notice were created from its recipient's settings. */
  is_routed: Generated<boolean>;
  /** Contact of the recipient before the change that the notice reports, until its deliveries are created. */
  former_contact: ColumnType<FormerContact | null, string | null | undefined, string | null>;
}

/** Confirmed email address and proven phone number of an account before a change. */
export interface FormerContact {
  email?: string;
  phone?: string;
}

interface NoticeSettingsTable {
  user_id: string;
  channels: ColumnType<NoticeChoices['channels'], string, string>;
  quiet_from: number | null;
  quiet_until: number | null;
  is_daily: boolean;
}

/** `sent`: accepted by the channel; `dropped`: no longer relevant to its recipient; `dead`: given up after the last attempt. */
export type DeliveryState = 'waiting' | 'sent' | 'dropped' | 'dead';

interface DeliveriesTable {
  id: string;
  alert_id: string;
  user_id: string;
  channel: NoticeChannel;
  /** Former address or number. Null: the contact of the account at the time of sending. */
  contact: Generated<string | null>;
  priority: Generated<number>;
  announcement_id: Generated<string | null>;
  state: Generated<DeliveryState>;
  due_at: Date;
  attempts: Generated<number>;
  error: Generated<string | null>;
  ended_at: Generated<Date | null>;
}

interface PushDevicesTable {
  endpoint: string;
  user_id: string;
  p256dh: string;
  auth: string;
  session_id: string | null;
  created_at: Date;
}

interface HeldMessagesTable {
  id: string;
  from_user_id: string;
  to_user_id: string | null;
  agreement_id: string | null;
  message: string;
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

interface LeakNoticesTable {
  id: string;
  texts: ColumnType<Readonly<Record<string, string>>, string>;
  /** The account that looked is stored by its id. */
  source: ColumnType<{ list: true } | NonNullable<NewLeakNotice['lookedAt']>, string>;
  recipients: number;
  created_by: string | null;
  created_at: Date;
}

interface ReportsTable {
  id: string;
  /** Null after the account of the teacher who reported is erased, and for a visitor. */
  reporter_id: string | null;
  /** Null for a complaint, which has a number instead. */
  reported_id: string | null;
  reason: Report['reason'];
  words: string | null;
  number: Generated<string | null>;
  name: Generated<string | null>;
  contact: Generated<string | null>;
  due_at: Generated<Date | null>;
  request_id: Generated<string | null>;
  alert_id: Generated<string | null>;
  created_at: Date;
  decision: Generated<ReportDecision | null>;
  decision_words: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
}

interface PaymentSettingsTable {
  id: Generated<boolean>;
  is_payment_required: Generated<boolean>;
  payment_amount: Generated<number>;
  refunds_since: Date | null;
}

interface PaymentOrdersTable {
  id: string;
  user_id: string | null;
  provider: 'razorpay' | 'sandbox';
  provider_order_id: string | null;
  amount_paise: number;
  currency: Generated<string>;
  status: Generated<'created' | 'failed' | 'paid' | 'refunded'>;
  payment_id: string | null;
  created_at: Date;
  checked_at: Date | null;
  settled_at: Date | null;
  /** Set when the payment is captured. `pg` returns a `bigint` as text. */
  receipt_number: ColumnType<string | null, number | undefined, unknown>;
}

interface PaymentRefundsTable {
  id: string;
  order_id: string;
  amount_paise: number;
  origin: RefundOrigin;
  agreement_id: string | null;
  state: Generated<RefundState>;
  provider_refund_id: string | null;
  failure: string | null;
  asked_at: Date;
  checked_at: Date | null;
  settled_at: Date | null;
}

interface UnexplainedPaymentsTable {
  id: string;
  provider: 'razorpay' | 'sandbox';
  payment_id: string;
  provider_order_id: string | null;
  amount_paise: number;
  currency: string;
  reason: UnexplainedReason;
  user_id: string | null;
  found_at: Date;
  refund_state: Generated<OpenRefundState | null>;
  refund_id: Generated<string | null>;
  failure: Generated<string | null>;
  settled_how: Generated<Settlement | null>;
  settled_note: Generated<string | null>;
  settled_by: Generated<string | null>;
  settled_at: Generated<Date | null>;
}

interface PaymentEventsTable {
  id: string;
  provider: string;
  body: string;
  received_at: Date;
  checked_at: Date | null;
  processed_at: Date | null;
  outcome: string | null;
}

interface SandboxPaymentsTable {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'failed' | 'refunded';
  refund_receipt: string | null;
  created_at: Generated<Date>;
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

interface PlansTable {
  id: string;
  max_ring: number;
  survival: number;
  requested_by: string | null;
  is_nightly: Generated<boolean>;
  created_at: Date;
  finished_at: Date;
  figures: ColumnType<PlanFigures, string, string>;
}

export type PlanRow = Selectable<PlansTable>;

interface PlanRingsTable {
  plan_id: string;
  lot: number;
  rings: Buffer;
}

interface ProductSettingsTable {
  id: Generated<boolean>;
  support_email: string | null;
  portal_url: string | null;
  operator: ColumnType<Operator | null, string | null, string | null>;
}

interface AuditLogTable {
  id: string;
  happened_at: Date;
  actor_id: string | null;
  impersonator_id: string | null;
  action: string;
  subject_id: string | null;
  address: string;
  details: Generated<Record<string, unknown>>;
}

interface AccessLogTable {
  happened_at: Date;
  account_id: string | null;
  impersonator_id: string | null;
  address: string;
  method: string;
  path: string;
  status: number;
}

interface IdempotencyKeysTable {
  account_id: string;
  key: string;
  request_hash: string;
  status: number;
  location: string | null;
  ids: ColumnType<Readonly<Record<string, string | readonly string[]>>, string, never>;
  created_at: Date;
}

interface OfferChangesTable {
  written_by: Generated<string>;
  /** Id of the request, or of the teacher for a registered wish; null means that all offers must be read again. */
  offer_id: string | null;
  changed_at: Generated<Date>;
}

interface OfferChangesPrunedTable {
  id: Generated<boolean>;
  through: string;
}
