import type { Viewer } from '../sessions/viewer.ts';

/** May see email and phone of others, as far as those do not hide them. */
export function mayContact(viewer: Viewer): boolean {
  return viewer.kind === 'signed-in' && viewer.hasAccess;
}

/** Sees what that person hides: the person themselves, and administrators. */
export function seesHidden(viewer: Viewer, userId: string): boolean {
  return isOwner(viewer, userId) || (viewer.kind === 'signed-in' && viewer.role === 'admin');
}

/** Is that person. */
export function isOwner(viewer: Viewer, userId: string): boolean {
  return viewer.kind === 'signed-in' && viewer.userId === userId;
}

const shownPeople = new WeakMap<Viewer, Set<string>>();

/** Notes that an administrator is shown another person. It is written to the audit log before the answer is sent. */
export function noteShown(viewer: Viewer, userId: string): void {
  if (viewer.kind === 'anonymous' || viewer.role !== 'admin' || viewer.userId === userId) return;
  const people = shownPeople.get(viewer) ?? new Set();
  shownPeople.set(viewer, people.add(userId));
}

/** Whom the viewer of this call, an administrator, is shown whole. */
export function shownTo(viewer: Viewer): string[] {
  return [...(shownPeople.get(viewer) ?? [])];
}
