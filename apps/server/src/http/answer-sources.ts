import type { Viewer } from '../sessions/viewer.ts';

/** What the answer to a call was made from. */
export interface AnswerSources {
  /** People and requests by id, and other keys that changes are told by (`answer_changes`). */
  readonly keys: ReadonlySet<string>;
  /** When it becomes another one by the clock alone, in milliseconds since 1970. */
  readonly changesAt: number;
}

const noted = new WeakMap<Viewer, { readonly keys: Set<string>; changesAt: number }>();

/** Notes that the answer to the viewer of this call was made from what these keys stand for, shown or not. */
export function noteSources(viewer: Viewer, keys: Iterable<string>): void {
  const sources = sourcesToWrite(viewer);
  for (const key of keys) sources.keys.add(key);
}

/** Notes that the answer to the viewer of this call is another one from that moment on. */
export function noteChangesAt(viewer: Viewer, moment: Date): void {
  const sources = sourcesToWrite(viewer);
  sources.changesAt = Math.min(sources.changesAt, moment.getTime());
}

/** What was noted of the answer to the viewer of this call. */
export function sourcesOf(viewer: Viewer): AnswerSources {
  return sourcesToWrite(viewer);
}

function sourcesToWrite(viewer: Viewer) {
  const known = noted.get(viewer);
  if (known !== undefined) return known;
  const sources = { keys: new Set<string>(), changesAt: Number.POSITIVE_INFINITY };
  // A visitor is no call of its own, and none of their answers is looked up by its sources.
  if (viewer.kind === 'signed-in') noted.set(viewer, sources);
  return sources;
}
