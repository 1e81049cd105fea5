import { LIVE_POSITION, MAX_POSITIONS } from '@mutual-transfer/domain/notices/live-position';

/** Positions of the shown answers, from which the server uses the earliest, or the position of the last event. */
let known:
  | { readonly token: string; readonly positions: Set<string>; readonly isFollowed: boolean }
  | undefined;

/** Position that no server can read: everything may have changed. */
const UNKNOWN = 'unknown';

/** Stores the position of a response. Ignores it once an event has set the position. */
export function storeLivePosition(token: string | undefined, { headers }: Response): void {
  const position = headers.get(LIVE_POSITION);
  if (token === undefined || position === null) return;
  if (known?.token !== token) known = { token, positions: new Set(), isFollowed: false };
  const { positions, isFollowed } = known;
  if (isFollowed) return;
  positions.add(position);
  if (positions.size > MAX_POSITIONS) known = { token, positions: new Set([UNKNOWN]), isFollowed: false };
}

/** Stores the position of an event whose changes are refetched. */
export function setLivePosition(token: string, position: string): void {
  known = { token, positions: new Set([position]), isFollowed: true };
}

/** Returns the positions since which to ask for changes, separated by commas. */
export function livePosition(token: string): string | undefined {
  return known?.token === token ? [...known.positions].join(',') : undefined;
}
