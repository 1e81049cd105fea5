import type { FastifyRequest } from 'fastify';
import type { GrowthListener, KeyHashes } from './changed-keys.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Asked again and again by screens that stay open. What it is made from is noted (`answer-sources.ts`), so that nothing is worked out
     * where nothing of it changed: see `unchanged-answers.ts`.
     */
    isPolled?: boolean;
  }
}

/** What is committed that answers are made from, as this process follows it. */
export interface FollowedChanges {
  /** Up to which commits it is known what changed, as a `pg_snapshot`; undefined while that is not known. */
  readonly snapshot: () => string | undefined;
  /** How far it knows: what is answered from now on shows at least that. */
  readonly number: () => number;
  readonly hasChanged: (hashes: KeyHashes, since: number) => boolean;
  /** Calls the listener whenever more is known, and never while nothing changes. @returns what ends that. */
  readonly onGrowth: (listener: GrowthListener) => () => void;
  /** Takes in all that was committed before the call. @returns false where that takes long. */
  readonly catchUpInTime: () => Promise<boolean>;
}

/** The snapshot beyond which the look at the caller's session is to find changes, for a call that may be answered by it. */
export function snapshotFor(request: FastifyRequest, changes: FollowedChanges): string | undefined {
  const mayBeUnchanged = request.routeOptions.config.isPolled && tagIn(request) !== undefined;
  return mayBeUnchanged ? changes.snapshot() : undefined;
}

/** The tag of the answer that the caller has. */
export function tagIn({ headers }: FastifyRequest): string | undefined {
  return headers['if-none-match'];
}
