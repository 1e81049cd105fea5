import { deviceStorage } from '../../platform/device-storage.ts';

const NAME = 'closedAnnouncements';
const MOST = 20;

/** Returns the ids of announcements that were closed on this device. */
export function closedAnnouncements(): string[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores that an announcement was closed, and returns all that were. */
export function closeAnnouncement(id: string): string[] {
  const closed = [id, ...closedAnnouncements()].slice(0, MOST);
  deviceStorage.set(NAME, JSON.stringify(closed));
  return closed;
}
