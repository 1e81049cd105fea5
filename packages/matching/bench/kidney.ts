import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';

/** Frequencies of Saidman, Roth, Sönmez, Ünver and Delmonico (Transplantation 81, 2006), as in PrefLib's kidney data. */
const BLOOD_TYPES = [
  { type: 'O', share: 0.4814 },
  { type: 'A', share: 0.3373 },
  { type: 'B', share: 0.1428 },
  { type: 'AB', share: 0.0385 },
] as const;
const FEMALE_SHARE = 0.409;
const SPOUSE_SHARE = 0.4897;
/**
 * Share of recipients per level of sensitisation; `rejected` is the probability that a recipient rejects a donor of a compatible blood
 * type.
 */
const SENSITIVITIES = [
  { share: 0.7019, rejected: 0.05 },
  { share: 0.2, rejected: 0.45 },
  { share: 0.0981, rejected: 0.9 },
];
/** Factor on the probability that a wife accepts her husband as donor: mothers reject the father's blood more often. */
const SPOUSE_ACCEPTANCE = 0.75;

interface Pair {
  recipient: string;
  donor: string;
  rejected: number;
}

/**
 * Generates a pool of recipients, each with an incompatible donor, as offers: each pair is a teacher in a place of its own and accepts the
 * places of the pairs whose donor suits its recipient. A ring of k is an exchange of k kidneys.
 */
export function kidneyOffers(pairs: number, seed: number): Offer[] {
  const random = randomFrom(seed);
  const pool: Pair[] = [];
  while (pool.length < pairs) {
    const pair = drawPair(random);
    if (pair !== undefined) pool.push(pair);
  }
  return pool.map((own, index): Offer => {
    const to = pool.flatMap((other, place) => {
      const suits = place !== index && acceptsType(own.recipient, other.donor) && random() >= own.rejected;
      return suits ? [`p${place}`] : [];
    });
    return {
      teacher: `t${index}`,
      from: `p${index}`,
      to: to.length === 0 ? ['none'] : to,
      stratum: 'kidney',
    };
  });
}

/** Draws a recipient with a donor; returns undefined if the two are compatible and need no exchange. */
function drawPair(random: () => number): Pair | undefined {
  const [recipient, donor] = [drawType(random), drawType(random)];
  const isWife = random() < FEMALE_SHARE && random() < SPOUSE_SHARE;
  const { rejected } = drawShare(SENSITIVITIES, random());
  const ofOwnDonor = isWife ? 1 - SPOUSE_ACCEPTANCE * (1 - rejected) : rejected;
  return acceptsType(recipient, donor) && random() >= ofOwnDonor ? undefined : { recipient, donor, rejected };
}

function drawType(random: () => number): string {
  return drawShare(BLOOD_TYPES, random()).type;
}

function drawShare<Item extends { share: number }>(items: readonly Item[], at: number): Item {
  let left = at;
  for (const item of items) {
    if (left < item.share) return item;
    left -= item.share;
  }
  const last = items.at(-1);
  if (last === undefined) throw new RangeError('Nothing to draw from.');
  return last;
}

function acceptsType(recipient: string, donor: string): boolean {
  return donor === 'O' || recipient === 'AB' || recipient === donor;
}
