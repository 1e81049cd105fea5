import type { LiveGraph } from './live-graph.ts';

/** The two ways to an answer about lists or matches. */
interface Ways<Answer> {
  /** Undefined where there are no indexes now, or they know less than the database. */
  readonly fromIndex: () => Promise<Answer | undefined>;
  readonly fromDatabase: () => Promise<Answer>;
}

/** Asks the indexes, and once more with all that is committed where they knew too little; else the database. */
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
