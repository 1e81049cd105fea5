/** Short enough to be read out on the phone. */
export function groupNumber(id: string): string {
  return id.slice(-8).toUpperCase();
}
