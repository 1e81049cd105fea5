import type { Person } from '@mutual-transfer/domain/accounts/user';
import type { AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import type { Match } from '@mutual-transfer/domain/matching/match';
import type { FoundMatches } from '../api/found-matches.ts';

/** Mark of restored data that the server has not confirmed on this visit. */
interface Unconfirmed {
  /** Time at which the server sent the answer. */
  readonly restoredAt: number;
}

export function isUnconfirmed(data: unknown): boolean {
  return (data as Partial<Unconfirmed> | undefined)?.restoredAt !== undefined;
}

/** Returns the data of a stored answer with these parts of its query key. Leaves out proposals that can no longer be answered. */
export function currentData([kind, part]: readonly string[], data: unknown): unknown {
  return kind === 'agreements' && part === 'waiting' ? stillOpen(data as AgreementList) : data;
}

function stillOpen({ agreements, accepted = [], pagination }: AgreementList): AgreementList {
  const isOpen = ({ deadline }: { readonly deadline: string }) => Date.parse(deadline) > Date.now();
  const open = agreements.filter(isOpen);
  return {
    agreements: open,
    accepted: accepted.filter(isOpen),
    pagination: { ...pagination, total: pagination.total - agreements.length + open.length },
  };
}

/** Returns the data of a stored answer without names, schools and contacts of others, and marks it. */
export function unconfirmed(
  keyParts: readonly string[],
  { data, at }: { readonly data: unknown; readonly at: number },
): unknown {
  const current = currentData(keyParts, data);
  const mark: Unconfirmed = { restoredAt: at };
  // The first part of a query key determines the type of the answer.
  if (keyParts[0] === 'matches') return { ...matchesWithoutPeople(current as FoundMatches), ...mark };
  if (keyParts[0] === 'agreements') return { ...agreementsWithoutPeople(current as AgreementList), ...mark };
  return current;
}

/** Returns matches with only place, subject and score. */
function matchesWithoutPeople({ matches, total, perfect, wantsYourPlace }: FoundMatches): FoundMatches {
  return { matches: matches.map(withoutPerson), total, perfect, wantsYourPlace };
}

function withoutPerson({ user, ...match }: Match): Match {
  return { ...match, user: unnamed(user), requests: null, isInvitable: false };
}

function agreementsWithoutPeople({ agreements, accepted = [], pagination }: AgreementList): AgreementList {
  const unnamedIn = ({ members, ...agreement }: AgreementList['agreements'][number]) => ({
    ...agreement,
    members: members.map((member) => ({ ...member, user: member.user && unnamed(member.user) })),
  });
  return { agreements: agreements.map(unnamedIn), accepted, pagination };
}

/** Returns a teacher's places, subject and class level. Lists what stays, so that a new field of a person is left out. */
function unnamed(user: Person): Person {
  const { _id, district, currentDistrict, postingBlock, currentBlock } = user;
  const { desiredDistrict, desiredBlock, subject, classRange } = user;
  return {
    ...{ _id, district, currentDistrict, postingBlock, currentBlock, desiredDistrict, desiredBlock },
    ...{ subject, classRange, name: HIDDEN, schoolName: HIDDEN, isVerified: false },
  };
}
