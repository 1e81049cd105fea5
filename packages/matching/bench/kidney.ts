import type { Offer } from '../src/offer.ts';
import { randomFrom } from '../src/random.ts';

/** The figures of Saidman, Roth, Sönmez, Ünver and Delmonico (Transplantation 81, 2006), as PrefLib's kidney data are drawn. */
const BLOOD_TYPES = [
  { type: 'O', share: 0.4814 },
  { type: 'A', share: 0.3373 },
  { type: 'B', share: 0.1428 },
  { type: 'AB', share: 0.0385 },
] as const;
const FEMALE_SHARE = 0.409;
const SPOUSE_SHARE = 0.4897;
/** How many recipients are sensitised how much: the chance that a donor's blood is rejected in spite of its type. */
const SENSITIVITIES = [
  { share: 0.7019, rejected: 0.05 },
  { share: 0.2, rejected: 0.45 },
  { share: 0.0981, rejected: 0.9 },
];
/** A mother's rejection of her husband's blood is likelier: what is left of its acceptance. */
const SPOUSE_ACCEPTANCE = 0.75;

interface Pair {
  readonly recipient: string;
  readonly donor: string;
  readonly rejected: number;
}

/**
 * A pool of recipients who each bring a donor they cannot use, as offers: each pair is a teacher in a place of its own, and accepts
 * the places of the pairs whose donor suits its recipient. A ring of k is an exchange of k kidneys.
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

/** A recipient with a donor; undefined where they suit each other and need no exchange. */
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

function drawShare<Item extends { readonly share: number }>(items: readonly Item[], at: number): Item {
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
