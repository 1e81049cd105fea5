/** How long rows are kept: a time, or as long as the account of their teacher or the product exists. */
export type Period = { hours: number } | { days: number } | { years: number } | 'account' | 'product';

export interface Kept {
  period: Period;
  /** Tables with such rows. Rows of one table may be of several kinds, such as proposals and agreements. */
  tables: readonly string[];
  /** Columns that are emptied. Without them the whole row is deleted. */
  columns?: readonly string[];
}

/**
 * Kinds of rows and how long each is kept: the one place that says it. The server deletes by it (`platform/retention.ts`), and the privacy
 * notice and docs/operations.md show it. Every table of the schema is in it, under a kind without `columns`.
 */
export const retention = {
  momentary: { period: { hours: 1 }, tables: ['captchas', 'rate_limits', 'offer_changes'] },
  contactAddresses: { period: { days: 2 }, tables: ['contact_views'], columns: ['address'] },
  repeats: { period: { days: 8 }, tables: ['idempotency_keys'] },
  formerPlaces: {
    period: { days: 14 },
    tables: ['requests'],
    columns: ['left_block', 'left_school', 'left_school_joined_on'],
  },
  signIn: { period: { days: 30 }, tables: ['sessions', 'phone_codes', 'password_links'] },
  sent: {
    period: { days: 90 },
    tables: ['deliveries', 'sent_sms', 'contact_refusals', 'plans', 'plan_rings', 'rule_trials'],
  },
  sealed: { period: { days: 180 }, tables: ['sealed_records'] },
  traces: { period: { years: 1 }, tables: ['access_log', 'contact_views'] },
  messages: {
    period: { years: 2 },
    tables: ['alerts', 'agreement_messages', 'held_messages', 'announcements'],
  },
  ended: {
    period: { years: 3 },
    tables: ['requests', 'agreements', 'agreement_members', 'agreement_steps', 'reports'],
  },
  records: {
    period: { years: 8 },
    tables: [
      ...['agreements', 'agreement_members', 'agreement_steps', 'transfer_orders', 'transfer_order_members'],
      ...['objections', 'season_consents'],
    ],
  },
  participation: { period: { years: 8 }, tables: ['season_exclusions', 'round_teachers'] },
  payments: {
    period: { years: 8 },
    tables: [
      ...['payment_orders', 'payment_refunds', 'unexplained_payments', 'payment_events', 'sandbox_payments'],
    ],
  },
  audit: { period: { years: 8 }, tables: ['audit_log'] },
  account: {
    period: 'account',
    tables: [
      ...['users', 'former_names', 'blocks', 'offers', 'offers_to_announce', 'readiness_questions'],
      ...[
        'remembered_yes',
        'notice_settings',
        'notice_consents',
        'leak_recipients',
        'push_devices',
        'plan_reasons',
      ],
    ],
  },
  product: {
    period: 'product',
    tables: [
      ...['declared_completions', 'share_visits', 'seasons', 'season_rounds', 'rounds', 'round_plans_due'],
      ...[
        'policy_rules',
        'product_settings',
        'payment_settings',
        'privacy_notices',
        'leak_notices',
        'plan_progress',
        'offer_changes_pruned',
      ],
    ],
  },
} as const satisfies Record<string, Kept>;

export type RetentionKind = keyof typeof retention;

/** Kinds whose rows are deleted after a time. */
export type ExpiringKind = {
  [Kind in RetentionKind]: (typeof retention)[Kind]['period'] extends string ? never : Kind;
}[RetentionKind];

/** Years without a sign-in after which a teacher is asked, and after which the account is erased. */
export const UNUSED_AFTER_YEARS = 2;
export const ERASED_AFTER_YEARS = 3;

export function yearsLater(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

export function yearsAgo(moment: Date, years: number): Date {
  return yearsLater(moment, -years);
}

/** Returns the latest moment whose rows of this kind are due at `now`. */
export function keptSince(kind: ExpiringKind, now: Date): Date {
  const {
    hours = 0,
    days = 0,
    years = 0,
  }: { hours?: number; days?: number; years?: number } = retention[kind].period;
  const since = yearsAgo(now, years);
  since.setUTCHours(since.getUTCHours() - hours - 24 * days);
  return since;
}
