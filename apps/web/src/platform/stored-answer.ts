import type { Person } from '@mutual-transfer/domain/accounts/user';
import type { Agreement, AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import type { Dashboard, Me } from '@mutual-transfer/domain/dashboard';

import type { Match } from '@mutual-transfer/domain/matching/match';
import type { Alert, AlertList } from '@mutual-transfer/domain/notices/alert';
import { hasAccess } from '@mutual-transfer/domain/payments/access';
import type { QueryKey } from '@tanstack/react-query';

/** Answers that are stored for a visit without a connection, by the first part of their query keys. */
const kinds = ['me', 'dashboard', 'my-requests', 'agreements', 'alerts'];

/** Parts of these keys that are not stored: messages of members, repairs, sent alerts, counts. */
const leftOut = ['messages', 'repairs', 'sent', 'unread'];

export function isPersisted([kind, , part]: QueryKey): boolean {
  return kinds.includes(String(kind)) && !leftOut.includes(String(part));
}

/**
 * Returns what is stored of an answer: others without names, schools, contact and ids of accounts, and without what could be done with them, because
 * all of it may have changed by now. `undefined` if nothing is stored. The query key determines the type of the answer.
 */
export function storedAnswer([kind, , part]: QueryKey, data: unknown): unknown {
  // A fetch that was cancelled has no answer.
  if (data === undefined) return undefined;
  switch (kind) {
    case 'me':
      // A teacher who has paid since must not be sent to the payment.
      return hasAccess((data as Me).payment) ? data : undefined;
    case 'dashboard':
      return storedDashboard(data as Dashboard);
    case 'agreements':
      return part === 'one' ? storedAgreement(data as Agreement) : storedAgreements(data as AgreementList);
    case 'alerts':
      return storedAlerts(data as AlertList['data']);
    default:
      return data;
  }
}

/** Leaves out the ring, which consists of others alone. */
function storedDashboard({ contactOpensAt: _at, contactNeeds: _needs, ...dashboard }: Dashboard): Dashboard {
  return {
    ...dashboard,
    matches: dashboard.matches.map(storedMatch),
    ring: null,
    rings: 0,
    proposals: storedAgreements(dashboard.proposals),
    alerts: dashboard.alerts.map(storedAlert),
  };
}

function storedMatch<Kind extends Match>({ user, ...match }: Kind): Kind {
  // TypeScript does not see that these fields complete the rest to the given type.
  return { ...match, user: unnamed(user), requests: null, isInvitable: false } as unknown as Kind;
}

function storedAgreements(list: AgreementList): AgreementList {
  return { ...list, agreements: list.agreements.map(storedAgreement) };
}

function storedAgreement({ members, endedBy, ...agreement }: Agreement): Agreement {
  const isEndedByMe = members.some(({ isMe, user }) => isMe && user?._id === endedBy);
  return {
    ...agreement,
    endedBy: isEndedByMe ? endedBy : null,
    members: members.map((member) =>
      member.isMe ? member : { ...member, user: member.user && unnamed(member.user) },
    ),
    can: { answer: [], leave: false, steps: [], message: false, papers: false, repair: false },
  };
}

function storedAlerts({ alerts, pagination }: AlertList['data']): AlertList['data'] {
  return { alerts: alerts.map(storedAlert), pagination };
}

function storedAlert(alert: Alert): Alert {
  return { ...alert, fromUser: unnamed(alert.fromUser) };
}

/** Returns a teacher's places, subject and class level. Lists what stays, so that a new field of a person is left out. */
function unnamed(user: Person): Person {
  const { district, currentDistrict, postingBlock, currentBlock } = user;
  const { desiredDistrict, desiredBlock, subject, classRange } = user;
  return {
    ...{ district, currentDistrict, postingBlock, currentBlock, desiredDistrict, desiredBlock },
    ...{ subject, classRange, name: HIDDEN, schoolName: HIDDEN, isVerified: false },
  };
}
