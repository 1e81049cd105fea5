/** An amount as it may be typed: a whole number that is not negative, or nothing yet. Anything else is ignored. */
export function isAmount(text: string): boolean {
  return /^\d{0,9}$/.test(text);
}
