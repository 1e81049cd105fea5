import { Readable } from 'node:stream';
import { type LiveChanges, type LiveKind, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import { AppError } from '../errors.ts';
import { findSignedIn, type SignedIn } from '../sessions/viewer.ts';
import { keysOfMatches, keysOfPeople, keysOfRings } from './answer-keys.ts';
import { hashesOf, type KeyHashes } from './changed-keys.ts';
import type { OfferDependencies } from './dependencies.ts';
import { paceByLoad } from './pace.ts';

export interface LiveDependencies extends OfferDependencies {
  readonly metrics?: LiveMetrics | undefined;
}

export interface LiveMetrics {
  readonly streamsOpen: (count: number) => void;
  readonly liveEvent: (reason: LiveReason) => void;
}

/** Kinds of answers, by the keys whose changes may change them. */
type Watched = readonly { readonly hashes: KeyHashes; readonly kinds: readonly LiveKind[] }[];

interface Stream {
  readonly viewer: SignedIn;
  readonly events: Readable;
  /** Keys of the person and the session. When they change, the session and the watched keys are read again. */
  readonly own: KeyHashes;
  readonly expiry: NodeJS.Timeout;
  watched: Watched;
  /** An event waits for its session to be read. */
  isRenewing: boolean;
}

/** Reasons for an event, for metrics. */
export type LiveReason = 'own' | 'others' | 'missed' | 'too_old';

/** Streams of one account, say on a phone and a computer; the newest stay. */
const MOST_OF_AN_ACCOUNT = 5;
/** Shorter than the timeout of a proxy. */
const HEARTBEAT_MS = 20_000;
const HEARTBEAT = ':\n\n';
/** Changes that concern many screens are sent to so many streams at a time, so that not all of them ask at once. */
const SENT_AT_ONCE = 20;
const BETWEEN_MS = 100;
/** In bytes; a stream whose connection takes no more is cut off. */
const MOST_WAITING = 16_384;
const RETRY_AFTER_SECONDS = 60;
/** Screens whose position is too old ask again within this time. */
const SPREAD_SECONDS = 60;

/**
 * Tells open screens which of their answers may have changed. The changes are those that this process follows anyway, whichever process
 * made them, and the database is asked nothing for a stream that none of them concerns.
 */
export class LiveStreams {
  readonly #dependencies: LiveDependencies;
  /** The oldest first. */
  readonly #streams = new Set<Stream>();
  readonly #due = new Map<Stream, Set<LiveKind>>();
  readonly #heartbeats: NodeJS.Timeout;
  readonly #unfollow: () => void;
  readonly #mayGoOn = paceByLoad();
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: LiveDependencies) {
    this.#dependencies = dependencies;
    this.#unfollow = dependencies.graph.changes.onGrowth((fresh) => this.#lookThrough(fresh));
    this.#heartbeats = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /**
   * Returns the events of that session, beginning with the kinds that changed since a position. They end when the session does.
   *
   * @throws {AppError} `rate_limited` if there are too many streams, `unauthenticated` if the session ended meanwhile.
   */
  async open(viewer: SignedIn, since: number | undefined): Promise<Readable> {
    const { graph, now, config } = this.#dependencies;
    const from = since ?? graph.changes.position();
    const found = await this.#readSession(viewer);
    if (found === undefined) throw new AppError('unauthenticated');
    if (this.#isClosed || this.#streams.size >= config.liveStreams)
      throw new AppError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const lasts = found.expiresAt.getTime() - now().getTime();
    const stream: Stream = {
      viewer,
      events: new Readable({ read() {} }),
      own: ownKeys(viewer),
      expiry: setTimeout(() => this.#end(stream), lasts).unref(),
      watched: found.watched,
      isRenewing: false,
    };
    this.#keep(stream);
    this.#send(stream, this.#changesSince(stream, from));
    return stream.events;
  }

  /** Returns the kinds of a teacher's answers that changed since a position: all without one. */
  async poll(viewer: SignedIn, since: number | undefined): Promise<LiveChanges> {
    if (since === undefined) return this.#positioned([...liveKinds]);
    return this.#changesSince({ own: ownKeys(viewer), watched: await this.#readWatched(viewer) }, since);
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
    this.#dependencies.metrics?.streamsOpen(this.#streams.size);
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
    this.#dependencies.metrics?.streamsOpen(this.#streams.size);
  }

  /** Sends the position too, so that a screen that opens its stream anew has a recent one; not before what is due up to it. */
  #beat(): void {
    for (const stream of this.#streams) {
      if (this.#due.has(stream) || stream.isRenewing) this.#push(stream, HEARTBEAT);
      else this.#send(stream, this.#positioned([]));
    }
  }

  #send(stream: Stream, changes: LiveChanges): void {
    this.#push(stream, `data: ${JSON.stringify(changes)}\n\n`);
  }

  #push(stream: Stream, text: string): void {
    if (!this.#streams.has(stream)) return;
    if (stream.events.readableLength > MOST_WAITING) stream.events.destroy();
    else stream.events.push(text);
  }

  #positioned(kinds: LiveKind[]): LiveChanges {
    const position = this.#dependencies.graph.changes.position();
    return { kinds, ...(position === undefined ? {} : { position }) };
  }

  #changesSince({ own, watched }: Pick<Stream, 'own' | 'watched'>, since: number | undefined): LiveChanges {
    const { changes } = this.#dependencies.graph;
    // Without changes that are followed nothing is known, and the caller asks again with the position it has.
    if (since === undefined || changes.position() === undefined) return { kinds: [] };
    if (!changes.reaches(since)) {
      this.#dependencies.metrics?.liveEvent('too_old');
      return { ...this.#positioned([...liveKinds]), spreadSeconds: SPREAD_SECONDS };
    }
    const kinds = kindsOf({ own, watched }, (hashes) => changes.hasChanged(hashes, since));
    if (kinds.length > 0) this.#dependencies.metrics?.liveEvent('missed');
    return this.#positioned(kinds);
  }

  /** Finds the streams that the latest changes concern. A change of one's own is sent at once. */
  #lookThrough(fresh: ReadonlySet<number> | undefined): void {
    for (const stream of this.#streams) {
      const kinds = kindsOf(
        stream,
        (hashes) => fresh === undefined || hashes.some((hash) => fresh.has(hash)),
      );
      if (kinds.length > 0) this.#due.set(stream, new Set([...(this.#due.get(stream) ?? []), ...kinds]));
      if (fresh !== undefined && kinds.length === liveKinds.length) void this.#tell(stream);
    }
    if (this.#next === undefined) this.#tellNext();
  }

  /** Sends the next events that are due, once the process has had time for the calls that follow from those before. */
  #tellNext(): void {
    if (this.#due.size > 0 && this.#mayGoOn()) {
      for (const stream of [...this.#due.keys()].slice(0, SENT_AT_ONCE)) void this.#tell(stream);
    }
    const isRest = this.#due.size > 0;
    this.#next = isRest ? setTimeout(() => this.#tellNext(), BETWEEN_MS).unref() : undefined;
  }

  async #tell(stream: Stream): Promise<void> {
    const kinds = [...(this.#due.get(stream) ?? [])];
    this.#due.delete(stream);
    const isOwn = kinds.length === liveKinds.length;
    if (isOwn && !(await this.#renew(stream))) return this.#end(stream);
    this.#dependencies.metrics?.liveEvent(isOwn ? 'own' : 'others');
    this.#send(stream, this.#positioned(kinds));
  }

  /**
   * Reads the session and what it watches anew. @returns false if the session ended, or could not be read: then the stream ends, and the
   * screen's next call is answered or refused.
   */
  async #renew(stream: Stream): Promise<boolean> {
    stream.isRenewing = true;
    const found = await this.#readSession(stream.viewer).catch(() => undefined);
    stream.isRenewing = false;
    if (found === undefined) return false;
    stream.watched = found.watched;
    return true;
  }

  /** Returns the watched keys of a valid session and its end; undefined if it ended. */
  async #readSession(viewer: SignedIn): Promise<{ watched: Watched; expiresAt: Date } | undefined> {
    const { db, now } = this.#dependencies;
    const found = await findSignedIn(db, viewer.sessionId, now());
    return found && { watched: await this.#readWatched(found), expiresAt: found.expiresAt };
  }

  async #readWatched({ userId }: SignedIn): Promise<Watched> {
    const { db, rulebook } = this.#dependencies;
    const rules = await rulebook.today();
    const offers = await db
      .selectFrom('offers')
      .select(['subject', 'class_range', 'from_district', 'to_district'])
      .where('user_id', '=', userId)
      .execute();
    const matches = offers.flatMap((offer) => keysOfMatches(offer, rules));
    const rings = offers.flatMap((offer) => keysOfRings(offer, rules));
    return [
      { hashes: hashesOf(matches), kinds: ['matches'] },
      // A notice of a ring says whether it is still one.
      { hashes: hashesOf(rings), kinds: ['rings', 'alerts'] },
      { hashes: hashesOf(keysOfPeople(matches)), kinds: ['alerts', 'agreements', 'matches', 'rings'] },
      { hashes: hashesOf(keysOfPeople(rings)), kinds: ['rings'] },
    ];
  }
}

function ownKeys({ userId, sessionId }: SignedIn): KeyHashes {
  return hashesOf([userId, sessionId]);
}

/** Returns the kinds that a change concerns: all of them if it is one's own. */
function kindsOf(
  { own, watched }: Pick<Stream, 'own' | 'watched'>,
  isChanged: (hashes: KeyHashes) => boolean,
): LiveKind[] {
  if (isChanged(own)) return [...liveKinds];
  return [...new Set(watched.filter(({ hashes }) => isChanged(hashes)).flatMap(({ kinds }) => kinds))];
}
