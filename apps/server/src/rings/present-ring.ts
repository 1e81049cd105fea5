import type { Ring, RingMember } from '@mutual-transfer/domain/matching/ring';
import { shownWishOf } from '../offers/wish-of.ts';
import type { DistanceBetween } from '../places/distances.ts';
import { placeOfBlock } from '../places/place-of-block.ts';
import type { Contacts } from '../privacy/open-contacts.ts';
import { presentCandidate, presentPerson } from '../privacy/present.ts';
import type { Viewer } from '../sessions/viewer.ts';
import type { Member } from './members.queries.ts';

interface Showing {
  readonly viewer: Viewer;
  readonly contacts: Contacts;
  readonly distanceBetween: DistanceBetween;
}

/** Returns a ring as the viewer may see it. Its members are presented as in matches. */
export function presentRing(members: readonly Member[], showing: Showing): Ring {
  const presented = members.map((member, index) =>
    presentMember(member, members[(index + 1) % members.length] ?? member, showing),
  );
  const requests = members.map(({ offer }) => offer.request_id);
  return { length: members.length, members: presented, requests };
}

function presentMember(
  { offer, ...person }: Member,
  next: Member,
  { viewer, contacts, distanceBetween }: Showing,
): RingMember {
  return {
    user: presentCandidate(
      presentPerson(person, viewer, shownWishOf(offer), contacts.isOpen(person.personId)),
      offer.category,
    ),
    requestId: offer.request_id,
    movesTo: placeOfBlock(next.offer.from_block),
    distanceKm: distanceBetween(offer.from_block, next.offer.from_block),
    waitingSince: offer.offered_at.toISOString(),
  };
}
