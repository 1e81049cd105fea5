import type { Viewer } from '../sessions/viewer.ts';

/** Returns true if the viewer may see the email address and phone of others, unless they hide them. */
export function mayContact(viewer: Viewer): boolean {
  return viewer.kind === 'signed-in' && viewer.hasAccess;
}

/** A person, and the code of the district where the person is posted. */
interface Posted {
  readonly personId: string;
  readonly district: string | null;
}

/** Returns true if the viewer sees the hidden fields of this person: their own, or those of a teacher in the administrator's districts. */
export function seesHidden(viewer: Viewer, { personId, district }: Posted): boolean {
  if (isOwner(viewer, personId)) return true;
  return viewer.kind === 'signed-in' && viewer.role === 'admin' && !isElsewhere(viewer, district);
}

/**
 * Returns true if the viewer is an administrator of other districts. Such an administrator sees no contact, and hidden fields stay hidden.
 */
export function isElsewhere(viewer: Viewer, district: string | null): boolean {
  const administers = viewer.kind === 'signed-in' ? viewer.administers : null;
  return administers !== null && !(district !== null && administers.includes(district));
}

export function isOwner(viewer: Viewer, userId: string): boolean {
  return viewer.kind === 'signed-in' && viewer.userId === userId;
}

/** Records that another person is shown to an administrator. The entry in the audit log is written before the response is sent. */
export function recordShown(viewer: Viewer, userId: string): void {
  if (viewer.kind === 'anonymous' || viewer.role !== 'admin' || viewer.userId === userId) return;
  viewer.shown.add(userId);
}
