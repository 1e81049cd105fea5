import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { groupNumber } from '@mutual-transfer/domain/agreements/group-number';
import { Zip, ZipPassThrough } from 'fflate';
import type { Kysely } from 'kysely';
import type { PaperDesk } from '../../agreements/papers/paper-desk.ts';
import { readPaperFacts } from '../../agreements/papers/paper-facts.queries.ts';
import type { WholeAgreement } from '../../agreements/steps/locked-agreement.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

interface Printing {
  readonly db: Kysely<Database>;
  readonly paperDesk: PaperDesk;
  readonly viewer: SignedIn;
  readonly language: PaperLanguage;
  readonly now: () => Date;
}

/** Streams a ZIP file with the joint applications of these agreements. Leaves out agreements with a member whose account was erased. */
export async function* papersZip(
  printing: Printing,
  batches: AsyncIterable<readonly WholeAgreement[]>,
): AsyncGenerator<Buffer> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for await (const agreements of batches) {
    for (const agreement of agreements) {
      const paper = await printed(printing, agreement);
      if (paper === undefined) continue;
      // A PDF is compressed already.
      const entry = new ZipPassThrough(`application-${groupNumber(agreement.id)}.pdf`);
      zip.add(entry);
      entry.push(paper, true);
      yield* buffers(parts);
    }
  }
  zip.end();
  yield* buffers(parts);
}

function* buffers(parts: Uint8Array[]): Generator<Buffer> {
  for (const part of parts.splice(0)) yield Buffer.from(part);
}

async function printed(
  { db, paperDesk, viewer, language, now }: Printing,
  agreement: WholeAgreement,
): Promise<Buffer | undefined> {
  try {
    return await paperDesk.print(viewer.userId, async () => ({
      facts: await readPaperFacts(db, agreement, viewer),
      language,
      now: now(),
    }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'agreement_step') return undefined;
    throw error;
  }
}
