import type { LiveGraph } from './live-graph.ts';

/** Two sources for the same answer about lists or matches. */
interface Ways<Answer> {
  /** Returns undefined if there are no indexes, or if they are behind the database. */
  readonly fromIndex: () => Promise<Answer | undefined>;
  readonly fromDatabase: () => Promise<Answer>;
}

/** Answers from the indexes. If they are behind, retries once after a reading of all commits, then uses the database. */
export async function throughIndexes<Answer>(
  graph: Pick<LiveGraph, 'hasIndexes' | 'noteWrite'>,
  { fromIndex, fromDatabase }: Ways<Answer>,
): Promise<Answer> {
  if (!graph.hasIndexes()) return fromDatabase();
  const found = await fromIndex();
  if (found !== undefined) return found;
  graph.noteWrite();
  return (await fromIndex()) ?? fromDatabase();
}
