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
  let lines: string[] = [];
  const pack = () => {
    batches.push(gzipSync(lines.join('\n')));
    lines = [];
  };
  for (const { stratum, members } of rings) {
    lines.push([stratum, ...members.map(({ userId, block }) => `${userId},${block}`)].join('\t'));
    if (lines.length === RINGS_PER_BATCH) pack();
  }
  if (lines.length > 0) pack();
  return batches;
}

/** The rings of one batch. */
export async function unpackRings(batch: Uint8Array): Promise<KeptRing[]> {
  const text = (await inflate(batch)).toString();
  return text.split('\n').map((line) => {
    const [stratum = '', ...members] = line.split('\t');
    return { stratum, members: members.map(memberOf) };
  });
}

function memberOf(text: string): PlannedMember {
  const [userId = '', block = ''] = text.split(',');
  return { userId, block };
}
