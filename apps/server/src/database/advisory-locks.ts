/**
 * The keys of PostgreSQL's advisory locks. They stand in one place, because two that are equal stop the product: one server held
 * its data folder's lock for good, and every erasure waited for it.
 */
export const advisoryLocks = {
  /** Filling an empty database with the demo world. */
  demoWorld: 7_030_127,
  /** The one server on an embedded database, for as long as it runs. */
  soleServer: 7_030_128,
  /** An erasure and the completion of a plan, so that neither misses what the other writes. */
  plansAndErasures: 7_030_129,
  /** The next number of a receipt. */
  receiptNumbers: 7_030_130,
  /** Administrators are erased one after the other. */
  administrators: 7_030_131,
  /** Reminders, so that none is written twice. */
  reminders: 7_030_132,
  /** Processes take notices to send one after the other, so that each recipient gets them in order. */
  deliveries: 7_030_133,
} as const;
