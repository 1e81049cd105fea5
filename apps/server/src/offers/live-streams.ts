import { Readable } from 'node:stream';
import { type LiveChanges, type LiveKind, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import { AppError } from '../errors.ts';
import { hashesOf, type KeyHashes } from '../http/changed-keys.ts';
import { findSignedIn, type SignedIn } from '../sessions/viewer.ts';
import { keysOfMatches, keysOfPeople, keysOfRings } from './answer-keys.ts';
import type { OfferDependencies } from './dependencies.ts';

/** By which changes a stream tells of which kinds. */
type Watched = readonly { readonly hashes: KeyHashes; readonly kinds: readonly LiveKind[] }[];

interface Stream {
  readonly viewer: SignedIn;
  readonly events: Readable;
  /** The person and the session: when they change, who listens and what they watch is looked at anew. */
  readonly own: KeyHashes;
  readonly expiry: NodeJS.Timeout;
  watched: Watched;
  /** How far changes were looked through for it. */
  since: number;
}

/** A teacher looks at a phone and a computer; the newest streams stay. */
const MOST_OF_AN_ACCOUNT = 5;
/** Shorter than the timeout of a proxy. */
const HEARTBEAT_MS = 20_000;
const HEARTBEAT = ':\n\n';
/** What concerns all is told to so many streams at a time, so that not all of them ask at once. */
const TOLD_AT_ONCE = 20;
const BETWEEN_MS = 100;
/** In bytes; whose connection takes no more has gone. */
const MOST_WAITING = 16_384;
const RETRY_AFTER_SECONDS = 60;

/**
 * Tells screens that stay open which of their answers may have changed. The changes are those that this process follows anyway,
 * whichever process made them, and the database is asked nothing for a stream that none of them concerns.
 */
export class LiveStreams {
  readonly #dependencies: OfferDependencies;
  /** The oldest first. */
  readonly #streams = new Set<Stream>();
  readonly #due = new Map<Stream, Set<LiveKind>>();
  readonly #heartbeats: NodeJS.Timeout;
  readonly #unfollow: () => void;
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: OfferDependencies) {
    this.#dependencies = dependencies;
    this.#unfollow = dependencies.graph.changes.onGrowth((fresh) => this.#lookThrough(fresh));
    this.#heartbeats = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /**
   * The events of that session from now on; they end when it does.
   *
   * @throws {AppError} `rate_limited` where there are too many streams, `unauthenticated` where the session ended meanwhile.
   */
  async open(viewer: SignedIn): Promise<Readable> {
    const { graph, now, config } = this.#dependencies;
    const since = graph.changes.number();
    const looked = await this.#look(viewer);
    if (looked === undefined) throw new AppError('unauthenticated');
    if (this.#isClosed || this.#streams.size >= config.liveStreams)
      throw new AppError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const lasts = looked.expiresAt.getTime() - now().getTime();
    const stream: Stream = {
      viewer,
      events: new Readable({ read() {} }),
      own: hashesOf([viewer.userId, viewer.sessionId]),
      expiry: setTimeout(() => this.#end(stream), lasts).unref(),
      watched: looked.watched,
      since,
    };
    this.#keep(stream);
    return stream.events;
  }

  close(): void {
    this.#isClosed = true;
    this.#unfollow();
    clearInterval(this.#heartbeats);
    clearTimeout(this.#next);
    for (const stream of this.#streams) this.#end(stream);
  }

  #keep(stream: Stream): void {
    const others = [...this.#streams].filter(({ viewer }) => viewer.userId === stream.viewer.userId);
    const [oldest] = others;
    if (others.length >= MOST_OF_AN_ACCOUNT && oldest) this.#end(oldest);
    this.#streams.add(stream);
    stream.events.once('close', () => this.#forget(stream));
    stream.events.push(HEARTBEAT);
  }

  #end(stream: Stream): void {
    this.#forget(stream);
    stream.events.push(null);
  }

  #forget(stream: Stream): void {
    clearTimeout(stream.expiry);
    this.#streams.delete(stream);
    this.#due.delete(stream);
  }

  #beat(): void {
    for (const stream of this.#streams) this.#send(stream, HEARTBEAT);
  }

  #send(stream: Stream, text: string): void {
    if (!this.#streams.has(stream)) return;
    if (stream.events.readableLength > MOST_WAITING) stream.events.destroy();
    else stream.events.push(text);
  }

  /** Finds whom the latest changes concern. To look for these few costs less than asking when each hash changed last. */
  #lookThrough(fresh: ReadonlySet<number> | undefined): void {
    const { changes } = this.#dependencies.graph;
    const number = changes.number();
    for (const stream of this.#streams) {
      const isNext = fresh !== undefined && stream.since === number - 1;
      const isChanged = (hashes: KeyHashes) =>
        isNext ? hashes.some((hash) => fresh.has(hash)) : changes.hasChanged(hashes, stream.since);
      const isOwn = isChanged(stream.own);
      const found = stream.watched.filter(({ hashes }) => isChanged(hashes));
      stream.since = number;
      const kinds = isOwn ? liveKinds : found.flatMap(({ kinds }) => kinds);
      if (kinds.length > 0) this.#due.set(stream, new Set([...(this.#due.get(stream) ?? []), ...kinds]));
    }
    if (this.#next === undefined) this.#tellNext();
  }

  /** What is one's own first: it concerns one person, and the rest many. */
  #tellNext(): void {
    const due = [...this.#due].toSorted(([, one], [, other]) => other.size - one.size);
    for (const [stream, kinds] of due.slice(0, TOLD_AT_ONCE)) {
      this.#due.delete(stream);
      void this.#tell(stream, [...kinds]);
    }
    const isRest = due.length > TOLD_AT_ONCE;
    this.#next = isRest ? setTimeout(() => this.#tellNext(), BETWEEN_MS).unref() : undefined;
  }

  async #tell(stream: Stream, kinds: LiveChanges['kinds']): Promise<void> {
    if (kinds.length === liveKinds.length && !(await this.#lookAgain(stream))) return this.#end(stream);
    this.#send(stream, `data: ${JSON.stringify({ kinds })}\n\n`);
  }

  /** Whether the session is still valid. Where that cannot be asked it is told nothing: the screen asks, and is answered or refused. */
  async #lookAgain(stream: Stream): Promise<boolean> {
    stream.since = this.#dependencies.graph.changes.number();
    const looked = await this.#look(stream.viewer).catch(() => undefined);
    if (looked !== undefined) stream.watched = looked.watched;
    return looked !== undefined;
  }

  /** What a valid session watches, and how long it lasts; undefined where it ended. */
  async #look({ sessionId }: SignedIn): Promise<{ watched: Watched; expiresAt: Date } | undefined> {
    const { db, rulebook, now } = this.#dependencies;
    const viewer = await findSignedIn(db, sessionId, now());
    if (viewer === undefined) return undefined;
    const rules = await rulebook.today();
    const offers = await db
      .selectFrom('offers')
      .select(['subject', 'class_range', 'from_district', 'to_district'])
      .where('user_id', '=', viewer.userId)
      .execute();
    const matches = offers.flatMap((offer) => keysOfMatches(offer, rules));
    const rings = offers.flatMap((offer) => keysOfRings(offer, rules));
    const watched: Watched = [
      { hashes: hashesOf(matches), kinds: ['matches'] },
      // A notice of a ring says whether it is still one.
      { hashes: hashesOf(rings), kinds: ['rings', 'alerts'] },
      { hashes: hashesOf(keysOfPeople(matches)), kinds: ['alerts', 'agreements', 'matches', 'rings'] },
      { hashes: hashesOf(keysOfPeople(rings)), kinds: ['rings'] },
    ];
    return { watched, expiresAt: viewer.expiresAt };
  }
}
