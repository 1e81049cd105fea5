import { LIVE_POSITION } from '@mutual-transfer/domain/notices/live-changes';

/** Position of the changes that the shown answers contain at least, as numbered by the server. */
let known: { readonly token: string; readonly position: number; readonly isFollowed: boolean } | undefined;

/** Stores the position of a response. Keeps the earliest one until events follow it. */
export function noteLivePosition(token: string | undefined, { headers }: Response): void {
  const header = headers.get(LIVE_POSITION);
  if (token === undefined || header === null) return;
  const position = Number(header);
  const isNew = known?.token !== token;
  if (isNew || (!known?.isFollowed && position < (known?.position ?? 0)))
    known = { token, position, isFollowed: false };
}

/** Stores the position of an event whose changes are refetched. */
export function setLivePosition(token: string, position: number): void {
  known = { token, position, isFollowed: true };
}

export function livePosition(token: string): number | undefined {
  return known?.token === token ? known.position : undefined;
}
