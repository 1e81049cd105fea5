/** Ids, which are equal in both data sets (`hidden-world.ts`). */
export const ids = {
  user: (number: number) => uuid(1, number),
  request: (number: number) => uuid(2, number),
  alert: (number: number) => uuid(3, number),
  proposal: (number: number) => uuid(5, number),
  message: (number: number) => uuid(6, number),
};

/** Numbers of the people who view the others, which are equal in both data sets. */
export const readers = { counterpart: 900, member: 901, unpaid: 902, admin: 903 } as const;

export function uuid(kind: number, number: number): string {
  return `0190${kind}000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
