import type { Role } from '@mutual-transfer/domain/accounts/user';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { PlanFigures } from '@mutual-transfer/domain/matching/plan';
import type { PlanReason } from '@mutual-transfer/domain/matching/plan-reasons';
import type {
  ContactPreference,
  RequestStatus,
  Urgency,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { ShareKind } from '@mutual-transfer/domain/shares/share';
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { AgreementTables } from './agreement-tables.ts';
import type { AnswerChangesTable, OfferChangesPrunedTable, OfferChangesTable } from './change-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { RuleTables } from './rule-tables.ts';
import type { SafetyTables } from './safety-tables.ts';
import type { SeasonTables } from './season-tables.ts';
import type { TrustTables } from './trust-tables.ts';

/** Tables after all migrations of `migrations/`. */
export interface Database
  extends TrustTables,
    AgreementTables,
    NoticeTables,
    PaymentTables,
    RuleTables,
    SafetyTables,
    SeasonTables {
  users: UsersTable;
  sessions: SessionsTable;
  captchas: CaptchasTable;
  product_settings: ProductSettingsTable;
  requests: RequestsTable;
  /** Completions that teachers declared without an agreement of the product. */
  declared_completions: { id: Generated<string>; request_id: string | null; completed_at: Date };
  offers: OffersTable;
  offer_changes: OfferChangesTable;
  offer_changes_pruned: OfferChangesPrunedTable;
  answer_changes: AnswerChangesTable;
  offers_to_announce: OffersToAnnounceTable;
  audit_log: AuditLogTable;
  plans: PlansTable;
  plan_progress: { plan_id: string; progress: number; best: number | null; bound: number | null };
  plan_reasons: { user_id: string; reason: PlanReason };
  plan_rings: PlanRingsTable;
  contact_views: ContactViewsTable;
  contact_refusals: ContactRefusalsTable;
  former_names: FormerNamesTable;
  access_log: AccessLogTable;
  rate_limits: { key: string; points: number; expires_at: Date };
  /** Number of visits by kind and day, in India's time. */
  share_visits: { day: Date; kind: ShareKind; visits: number };
}

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

/** `hide_…`: effective settings, which apply to other people. `own_hide_…`: settings of the person. */
interface UsersTable extends PrivacyColumns, OwnPrivacyColumns {
  /** True once the person has posted a request. The registered wish is no longer offered then. */
  has_posted: Generated<boolean>;
  id: string;
  email: string;
  phone: string | null;
  password_hash: string;
  /** Language of the last sign-in. */
  language: Generated<Language | null>;
  name: string;
  role: ColumnType<Role, Role | undefined, Role>;
  is_active: Generated<boolean>;
  school_name: string | null;
  district: string | null;
  block: string | null;
  desired_district: string | null;
  desired_block: string | null;
  subject: string | null;
  class_range: string | null;
  category: string | null;
  recruitment_batch: string | null;
  joined_on: string | null;
  teacher_id: Generated<string | null>;
  designation: Generated<string | null>;
  /** Codes of the districts that an administrator is limited to; null for administrators of the state, and for teachers. */
  administers: Generated<string[] | null>;
  /** Office of an administrator. */
  office: Generated<string | null>;
  paid_at: Date | null;
  paid_rupees: number | null;
  created_at: Date;
  /** Kind of the shared link through which the person registered. */
  came_by: ShareKind | null;
  consent_version: string | null;
  consented_at: Date | null;
  verified_at: Generated<Date | null>;
  verified_how: Generated<'administrator' | 'phone_code' | null>;
  verified_by: Generated<string | null>;
  verified_note: Generated<string | null>;
  /** Time at which a person who proved to own the phone number claimed it. */
  phone_claimed_at: Generated<Date | null>;
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
  written_lsn: Generated<string | null>;
}

interface CaptchasTable {
  token: string;
  answer: number;
  expires_at: Date;
}

interface ProductSettingsTable {
  id: Generated<boolean>;
  support_email: string | null;
  portal_url: string | null;
  search_words_version: Generated<number>;
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
  /** Time at which the text was held. Null unless the request is held, and for requests that an earlier version held. */
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

interface OffersToAnnounceTable {
  request_id: string;
  offered_at: Date;
  /** Time at which a server first saw the offer after its last change. */
  seen_at: Generated<Date | null>;
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

interface PlanRingsTable {
  plan_id: string;
  lot: number;
  rings: Buffer;
}

interface ContactViewsTable {
  viewer_id: string;
  seen_id: string;
  place: 'list' | 'match';
  opened_at: Date;
  seen_at: Date;
  address: string | null;
}

interface FormerNamesTable {
  user_id: string;
  name: string;
  until: Date;
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

interface ContactRefusalsTable {
  viewer_id: string;
  day: Date;
  refused: number;
}

export type UserRow = Selectable<UsersTable>;
export type NewUserRow = Insertable<UsersTable>;
export type RequestRow = Selectable<RequestsTable>;
export type NewRequestRow = Insertable<RequestsTable>;
export type PlanRow = Selectable<PlansTable>;
export type OfferRow = Selectable<OffersTable>;
export type NewOfferRow = Insertable<OffersTable>;
