import type { Viewer } from '../http/viewer.ts';

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
