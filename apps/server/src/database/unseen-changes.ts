/** Tables of changes that server processes follow. */
export type ChangeTable = 'offer_changes' | 'answer_changes';

/**
 * Returns the SQL condition that a row of changes was committed after a snapshot, including rows of transactions that were open then. A
 * transaction id beyond the newest one comes from a dump of another server and is ignored.
 *
 * @param snapshot the placeholder of a `pg_snapshot`.
 */
export function isUnseenBy(snapshot: string): string {
  return `written_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and written_by < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(written_by, ${snapshot}::pg_snapshot)`;
}
