import type { StoredUser } from '../../platform/session/session.ts';
import { type Screen, type Section, sectionOf } from './admin-address.ts';

/** Sections for district administrators. The server refuses their calls of other sections. */
const ofDistricts: ReadonlySet<Section> = new Set<Section>([
  'overview',
  'agreements',
  'users',
  'verification',
  'reports',
  'texts',
  'announcements',
  'settings',
]);

/** Returns `true` for an administrator of the whole state. */
export function isOfState({ administration }: Pick<StoredUser, 'administration'>): boolean {
  return administration?.role !== 'district';
}

/** Returns `true` if the administrator may open the screen. */
export function mayOpen(user: Pick<StoredUser, 'administration'>, screen: Screen): boolean {
  return isOfState(user) || ofDistricts.has(sectionOf(screen));
}
