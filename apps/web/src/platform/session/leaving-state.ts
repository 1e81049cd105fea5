let isUnderWay = false;

/** Suppresses redirects of the current screen until the next screen renders. */
export function beginLeaving(): void {
  isUnderWay = true;
}

/** Another screen is drawn. */
export function arrive(): void {
  isUnderWay = false;
}

/** Returns `true` while the user leaves for a screen with another session or none. */
export function isLeaving(): boolean {
  return isUnderWay;
}
