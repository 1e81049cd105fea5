import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';

/** Teacher in a planned ring, with the posting at the time of the plan. */
export interface PlannedMember {
  readonly userId: string;
  readonly block: string;
}

/** Ring in its stored form. Each member takes the place of the next one, and the last member takes the place of the first. */
export interface StoredRing {
  readonly stratum: string;
  readonly members: readonly PlannedMember[];
}

const RINGS_PER_BATCH = 1_000;
const inflate = promisify(gunzip);

/** Packs rings as compressed lines, 1,000 per batch. Each member consists of an id and a block, which contain neither comma nor tab. */
export function packRings(rings: Iterable<StoredRing>): Uint8Array[] {
  const batches: Uint8Array[] = [];
  let some: StoredRing[] = [];
  const pack = () => {
    batches.push(packBatch(some));
    some = [];
  };
  for (const ring of rings) {
    some.push(ring);
    if (some.length === RINGS_PER_BATCH) pack();
  }
  if (some.length > 0) pack();
  return batches;
}

/** Packs rings as one batch, even if there are none. */
export function packBatch(rings: readonly StoredRing[]): Uint8Array {
  const lines = rings.map(({ stratum, members }) =>
    [stratum, ...members.map(({ userId, block }) => `${userId},${block}`)].join('\t'),
  );
  return gzipSync(lines.join('\n'));
}

export async function unpackRings(batch: Uint8Array): Promise<StoredRing[]> {
  const text = (await inflate(batch)).toString();
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [stratum = '', ...members] = line.split('\t');
    return { stratum, members: members.map(memberOf) };
  });
}

function memberOf(text: string): PlannedMember {
  const [userId = '', block = ''] = text.split(',');
  return { userId, block };
}
