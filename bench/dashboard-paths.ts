import { ALERTS_SHOWN, MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { LiveKind } from '@mutual-transfer/domain/notices/live-changes';

const own: Readonly<Partial<Record<LiveKind, readonly string[]>>> = {
  requests: ['/api/requests/my'],
  account: ['/api/auth/profile'],
  alerts: [`/api/alerts?includeHidden=true&limit=${ALERTS_SHOWN}`, '/api/alerts/unread'],
  agreements: ['/api/agreements?waiting=true'],
};
const ofRequest: Readonly<Partial<Record<LiveKind, string>>> = {
  matches: `matches?limit=${MY_MATCHES_CAP}`,
  rings: 'rings',
};

/** Paths that a dashboard and its frame request, independent of the teacher's requests. */
export const ownPaths = Object.values(own).flat();

/** Returns the paths that a dashboard requests for each active request of the teacher. */
export function pathsOfRequest(id: string): string[] {
  return Object.values(ofRequest).map((path) => `/api/requests/${id}/${path}`);
}

/** Returns the paths that a dashboard requests again when an event names the kind. */
export function pathsOfKind(kind: LiveKind, requestIds: readonly string[]): string[] {
  const each = ofRequest[kind];
  return [
    ...(own[kind] ?? []),
    ...requestIds.flatMap((id) => (each === undefined ? [] : `/api/requests/${id}/${each}`)),
  ];
}
