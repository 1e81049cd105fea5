/** Returns the last eight characters of an agreement's id in capitals, short enough to read out on the phone. */
export function groupNumber(id: string): string {
  return id.slice(-8).toUpperCase();
}
