/**
 * Keys of PostgreSQL's advisory locks. They are defined in one place, because two equal keys block unrelated work. Once a server held the
 * lock of its data folder under the key of erasures, and every erasure waited.
 */
export const advisoryLocks = {
  /** Serialises filling an empty database with demo data. */
  demoWorld: 7_030_127,
  /** Held by the server of an embedded database while it runs, so that there is only one. */
  soleServer: 7_030_128,
  /** Serialises account erasure and plan completion, so that each sees the rows of the other. */
  plansAndErasures: 7_030_129,
  /** Serialises receipt numbers. */
  receiptNumbers: 7_030_130,
  /** Serialises erasures of administrators. */
  administrators: 7_030_131,
  /** Serialises reminders, so that none is written twice. */
  reminders: 7_030_132,
  /** Serialises taking the notices to send, so that each recipient gets them in order. */
  deliveries: 7_030_133,
} as const;
