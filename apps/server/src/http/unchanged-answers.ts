import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SignedIn } from '../sessions/viewer.ts';
import { sourcesOf } from './answer-sources.ts';
import { languageOf } from './answers.ts';
import { blockedKey, hashesOf, type KeyHashes } from './changed-keys.ts';
import type { App, CoreDependencies } from './dependencies.ts';
import { type FollowedChanges, tagIn } from './followed-changes.ts';
import { viewerOf } from './policy.ts';

interface UnchangedDependencies extends Pick<CoreDependencies, 'rulebook' | 'now'> {
  readonly graph: { readonly changes: FollowedChanges };
}

interface KnownAnswer {
  readonly tag: string;
  readonly hashes: KeyHashes;
  /** How far changes were followed before it was worked out. */
  readonly since: number;
  /** In milliseconds since 1970. */
  readonly changesAt: number;
}

/** A dashboard asks for some seven answers, of some 300 bytes here each. */
const ANSWERS_KNOWN = 100_000;
const UNCHANGED = 304;

const beginnings = new WeakMap<FastifyRequest, { readonly address: string; readonly since: number }>();
const unchanged = new WeakSet<FastifyRequest>();

/** Whether a call was answered without working anything out: its caller has the answer. */
export function isAnsweredUnchanged(request: FastifyRequest): boolean {
  return unchanged.has(request);
}

/**
 * Answers 304 to a teacher whose screen asks again for what it has, before anything is worked out, where nothing changed that the answer
 * was made from: no row of those it was read from, not the rules, the day, the language or what the reader may see. That is known from the
 * changes that this process follows, and whether it knows all that is committed, from the look at the session. The tag names the content,
 * whichever process answered; where the answer is not known here, it is worked out.
 */
export function answerUnchanged(app: App, { graph, rulebook, now }: UnchangedDependencies): void {
  const { changes } = graph;
  const answers = new LRUCache<string, KnownAnswer>({ max: ANSWERS_KNOWN });

  app.addHook('onRequest', async (request, reply) => {
    const viewer = teacherOf(request);
    if (viewer === undefined) return;
    const address = addressOf(request, viewer, await rulebook.nameOfToday());
    if (await isUnchanged(answers.get(address), request, viewer)) return answerByTag(request, reply);
    beginnings.set(request, { address, since: changes.number() });
  });

  app.addHook('onSend', async (request, reply) => {
    const begun = beginnings.get(request);
    const tag = reply.getHeader('etag');
    if (begun === undefined || typeof tag !== 'string') return;
    const viewer = viewerOf(request) as SignedIn;
    const { keys, changesAt } = sourcesOf(viewer);
    const hashes = hashesOf([viewer.userId, blockedKey(viewer.userId), ...keys]);
    answers.set(begun.address, { tag, hashes, since: begun.since, changesAt });
  });

  async function isUnchanged(known: KnownAnswer | undefined, request: FastifyRequest, viewer: SignedIn) {
    if (known === undefined || known.tag !== tagIn(request) || now().getTime() >= known.changesAt)
      return false;
    if (viewer.hasUnseenChanges === undefined) return false;
    if (viewer.hasUnseenChanges && !(await changes.catchUpInTime())) return false;
    return !changes.hasChanged(known.hashes, known.since);
  }
}

/** What an administrator is shown is in the audit log, each time. */
function teacherOf(request: FastifyRequest): SignedIn | undefined {
  const viewer = viewerOf(request);
  const isTeacher =
    viewer.kind === 'signed-in' && viewer.role === 'teacher' && viewer.impersonatorId === null;
  return isTeacher && request.method === 'GET' && request.routeOptions.config.isPolled ? viewer : undefined;
}

/** All but rows that an answer depends on. */
function addressOf(request: FastifyRequest, { userId, hasAccess }: SignedIn, rules: string): string {
  return [userId, hasAccess, languageOf(request), request.url, rules].join(' ');
}

function answerByTag(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  unchanged.add(request);
  return reply.code(UNCHANGED).header('etag', tagIn(request)).send();
}
