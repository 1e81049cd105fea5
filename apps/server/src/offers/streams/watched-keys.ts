import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type LiveKind, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import type { OfferRow } from '../../database/tables.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { keysOfMatches, keysOfPeople, keysOfRings } from '../changes/answer-keys.ts';
import { hashesOf, type KeyHashes } from '../changes/changed-keys.ts';

/** Kinds of responses with the keys whose changes affect them. */
export type Watched = readonly { readonly hashes: KeyHashes; readonly kinds: readonly LiveKind[] }[];

/** Keys of a viewer's own data, and of other teachers' data in the viewer's responses. */
interface ViewerKeys {
  readonly own: KeyHashes;
  readonly watched: Watched;
}

/** Returns the keys of the account and of the session. */
export function ownKeys({ userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>): KeyHashes {
  return hashesOf([userId, sessionId]);
}

/** Returns the keys whose changes affect the responses to a teacher with these offers. */
export function watchedKeys(offers: readonly OfferRow[], rules: Rules): Watched {
  const matches = offers.flatMap((offer) => keysOfMatches(offer, rules));
  const rings = offers.flatMap((offer) => keysOfRings(offer, rules));
  return [
    { hashes: hashesOf(matches), kinds: ['matches'] },
    // A notice about a ring also shows whether the ring still exists.
    { hashes: hashesOf(rings), kinds: ['rings', 'alerts'] },
    { hashes: hashesOf(keysOfPeople(matches)), kinds: ['alerts', 'agreements', 'matches', 'rings'] },
    { hashes: hashesOf(keysOfPeople(rings)), kinds: ['rings'] },
  ];
}

/** Returns the kinds that a change concerns: all kinds if the viewer's own data changed. */
export function kindsOf({ own, watched }: ViewerKeys, isChanged: (hashes: KeyHashes) => boolean): LiveKind[] {
  if (isChanged(own)) return [...liveKinds];
  return [...new Set(watched.filter(({ hashes }) => isChanged(hashes)).flatMap(({ kinds }) => kinds))];
}
