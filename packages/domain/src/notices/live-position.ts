/** Response header for signed-in teachers: an opaque position up to which the response contains all changes. */
export const LIVE_POSITION = 'live-position';

/** Maximum number of positions in `since`, separated by commas. The server uses the earliest. */
export const MAX_POSITIONS = 50;
