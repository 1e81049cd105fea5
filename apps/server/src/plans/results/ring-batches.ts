import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';

/** Teacher of a planned ring, with their posting at the time of the plan. */
export interface PlannedMember {
  readonly userId: string;
  readonly block: string;
}

/** Ring in its stored form: each member takes the next one's place, the last takes the first's. */
export interface StoredRing {
  readonly stratum: string;
  readonly members: readonly PlannedMember[];
}

const RINGS_PER_BATCH = 1_000;
const inflate = promisify(gunzip);

/** Packs rings as compressed lines, 1,000 per batch. A member is an id and a block, neither of which contains a comma or a tab. */
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

/** Packs rings as one batch, which may be empty. */
export function packBatch(rings: readonly StoredRing[]): Uint8Array {
  const lines = rings.map(({ stratum, members }) =>
    [stratum, ...members.map(({ userId, block }) => `${userId},${block}`)].join('\t'),
  );
  return gzipSync(lines.join('\n'));
}

/** Unpacks the rings of one batch. */
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
