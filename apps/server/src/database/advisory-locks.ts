/**
 * Keys of PostgreSQL's advisory locks, in one place, because two equal keys block unrelated work: one server held its data folder's lock
 * permanently, and every erasure waited for it.
 */
export const advisoryLocks = {
  /** Serialises filling an empty database with demo data. */
  demoWorld: 7_030_127,
  /** Held by the one server of an embedded database while it runs. */
  soleServer: 7_030_128,
  /** Serialises account erasure and plan completion, so that each sees the rows of the other. */
  plansAndErasures: 7_030_129,
  /** Serialises receipt numbers. */
  receiptNumbers: 7_030_130,
  /** Serialises erasures of administrators. */
  administrators: 7_030_131,
  /** Serialises reminders, so that none is written twice. */
  reminders: 7_030_132,
  /** Serialises the claims of notices to send, so that each recipient gets them in order. */
  deliveries: 7_030_133,
} as const;
