import { useSession } from './session.ts';

/** Returns true if the signed-in teacher has not stated their category of service. */
export function useLacksCategory(): boolean {
  return useSession()?.user.category === null;
}
