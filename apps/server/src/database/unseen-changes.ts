/** The tables of changes that server processes follow. */
export type ChangeTable = 'offer_changes' | 'answer_changes';

/**
 * The condition, in SQL, that a row of changes was committed since a snapshot. Rows of a transaction that was open then are found whenever
 * it commits. A number beyond the newest transaction comes from a dump of another server and says nothing.
 *
 * @param snapshot the placeholder of a `pg_snapshot`.
 */
export function isUnseenBy(snapshot: string): string {
  return `written_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and written_by < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(written_by, ${snapshot}::pg_snapshot)`;
}
