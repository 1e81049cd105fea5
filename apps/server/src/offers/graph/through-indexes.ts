import type { LiveGraph } from './live-graph.ts';

/** Two sources of the same result about lists or matches. */
interface Ways<Answer> {
  /** Resolves with undefined if there are no indexes, or if they are behind the database. */
  readonly fromIndex: () => Promise<Answer | undefined>;
  readonly fromDatabase: () => Promise<Answer>;
}

/** Returns the result from the indexes. If they are behind the database, reads all commits and retries once, then uses the database. */
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
