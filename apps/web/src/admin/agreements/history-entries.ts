import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';

type Happening = AgreementFile['history'][number];
type Member = NonNullable<Happening['member']>;

/** Equal events of several members at one time. */
export interface HistoryEntry extends Omit<Happening, 'member'> {
  readonly members: readonly Member[];
}

/**
 * Groups consecutive events that differ only in their member, and returns the latest entry first.
 *
 * @param history events, oldest first.
 * @param timeOf returns the time as it is shown. Events with the same text are of one time.
 */
export function historyEntries(
  history: readonly Happening[],
  timeOf: (at: string) => string,
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const { member, ...happening } of history) {
    const last = entries.at(-1);
    const isOfNextMember =
      last !== undefined && areEqual(last, happening, timeOf) && isFurther(last.members, member);
    if (isOfNextMember) entries[entries.length - 1] = { ...last, members: [...last.members, member] };
    else entries.push({ ...happening, members: member === null ? [] : [member] });
  }
  return entries.reverse();
}

function isFurther(members: readonly Member[], member: Member | null): member is Member {
  return member !== null && members.every(({ _id }) => _id !== member._id);
}

const compared = ['kind', 'concerns', 'administrator', 'reason', 'words', 'isTakenBack'] as const;
type Compared = Pick<Happening, (typeof compared)[number] | 'at'>;

function areEqual(first: Compared, second: Compared, timeOf: (at: string) => string): boolean {
  return compared.every((name) => first[name] === second[name]) && timeOf(first.at) === timeOf(second.at);
}
