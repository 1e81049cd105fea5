import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StoredSession } from '../session/session.ts';
import { followChanges } from './follow-changes.ts';

/**
 * Refetches queries when their answers change, while the component is mounted. Opens no stream for administrators, nor for their view as a
 * teacher, where each read would be written to the audit log.
 */
export function useLiveChanges({ token, user }: StoredSession): void {
  const client = useQueryClient();
  const { _id: userId } = user;
  const isFollowed = user.role === 'teacher' && user.impersonated !== true;
  useEffect(() => {
    if (!isFollowed) return;
    const leaving = new AbortController();
    void followChanges({ client, token, userId, left: leaving.signal });
    return () => leaving.abort();
  }, [client, token, userId, isFollowed]);
}
