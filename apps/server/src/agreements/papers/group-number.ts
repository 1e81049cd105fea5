/** Returns a number that is short enough to read out on the phone. */
export function groupNumber(id: string): string {
  return id.slice(-8).toUpperCase();
}
