/** Tables of changes that server processes follow. */
export type ChangeTable = 'offer_changes' | 'answer_changes';

/**
 * Returns the SQL condition that a row of a change table was not visible in a snapshot, because its transaction committed later. Ignores
 * transaction ids beyond the newest one, which come from a dump of another server.
 *
 * @param snapshot Placeholder of a `pg_snapshot`.
 */
export function isUnseenBy(snapshot: string): string {
  return `written_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and written_by < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(written_by, ${snapshot}::pg_snapshot)`;
}
