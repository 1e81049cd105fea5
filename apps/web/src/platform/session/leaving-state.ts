let isUnderWay = false;

/** Suppresses redirects of the current page until the next page renders. */
export function beginLeaving(): void {
  isUnderWay = true;
}

/** Ends the state of leaving: another page has rendered. */
export function arrive(): void {
  isUnderWay = false;
}

/** Returns `true` while the user leaves for a page with another session or none. */
export function isLeaving(): boolean {
  return isUnderWay;
}
