import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';

type Happening = AgreementFile['history'][number];

/** Equal events of several members at one time. */
export interface HistoryEntry extends Omit<Happening, 'member'> {
  readonly members: readonly NonNullable<Happening['member']>[];
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
    const members = member === null ? [] : [member];
    const last = entries.at(-1);
    if (last === undefined || !areEqual(last, happening, timeOf)) entries.push({ ...happening, members });
    else entries[entries.length - 1] = { ...last, members: [...last.members, ...members] };
  }
  return entries.reverse();
}

const compared = ['kind', 'concerns', 'administrator', 'reason', 'words', 'isTakenBack'] as const;
type Compared = Pick<Happening, (typeof compared)[number] | 'at'>;

function areEqual(first: Compared, second: Compared, timeOf: (at: string) => string): boolean {
  return compared.every((name) => first[name] === second[name]) && timeOf(first.at) === timeOf(second.at);
}
