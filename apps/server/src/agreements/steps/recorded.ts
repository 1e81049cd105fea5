/** An administrator's record of a step. */
export interface Recorded {
  readonly by: string;
  readonly reason: string;
}

/** Returns the columns of a step that an administrator recorded. */
export function recordedColumns(recorded: Recorded | undefined) {
  if (recorded === undefined) return {};
  return { is_recorded: true, recorded_by: recorded.by, office_reason: recorded.reason };
}
