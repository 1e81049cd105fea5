import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';

/** A teacher of a planned ring, and where they were posted when it was planned. */
export interface PlannedMember {
  readonly userId: string;
  readonly block: string;
}

/** A ring as it is kept: each member takes the next one's place, the last the first's. */
export interface KeptRing {
  readonly stratum: string;
  readonly members: readonly PlannedMember[];
}

const RINGS_PER_BATCH = 1_000;
const inflate = promisify(gunzip);

/** Rings as compressed lines, 1,000 per batch; a member is an id and a block, neither of which holds a comma or a tab. */
export function packRings(rings: Iterable<KeptRing>): Uint8Array[] {
  const batches: Uint8Array[] = [];
  let some: KeptRing[] = [];
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

/** Rings as one batch, which may hold none. */
export function packBatch(rings: readonly KeptRing[]): Uint8Array {
  const lines = rings.map(({ stratum, members }) =>
    [stratum, ...members.map(({ userId, block }) => `${userId},${block}`)].join('\t'),
  );
  return gzipSync(lines.join('\n'));
}

/** The rings of one batch. */
export async function unpackRings(batch: Uint8Array): Promise<KeptRing[]> {
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
