let isUnderWay = false;

/** From now until another screen is drawn, what the present one would redirect to does not count. */
export function beginLeaving(): void {
  isUnderWay = true;
}

/** Another screen is drawn. */
export function arrive(): void {
  isUnderWay = false;
}

/** Whether the user is on the way to another screen with another session, or with none. */
export function isLeaving(): boolean {
  return isUnderWay;
}
