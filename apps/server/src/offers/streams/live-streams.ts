import { Readable } from 'node:stream';
import { type LiveChanges, type LiveKind, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { findStoredOffers } from '../../members/requests.queries.ts';
import { findSignedIn, type SignedIn } from '../../sessions/viewer.ts';
import type { KeyHashes } from '../changes/changed-keys.ts';
import type { LiveReason } from './live-metrics.ts';
import { OpenStreams } from './open-streams.ts';
import { paceByLoad } from './pace.ts';
import { kindsOf, ownKeys, type Watched, watchedKeys } from './watched-keys.ts';

interface Stream {
  readonly viewer: SignedIn;
  readonly events: Readable;
  /** Keys of the account and of the session. When they change, the session and the watched keys are read again. */
  readonly own: KeyHashes;
  readonly expiry: NodeJS.Timeout;
  watched: Watched;
  /** True while the session is being read again. Later events wait meanwhile. */
  isRenewing: boolean;
}

/** Shorter than the idle timeout of common proxies. */
const HEARTBEAT_MS = 20_000;
const HEARTBEAT = ':\n\n';
/** Number of streams per batch when a change concerns many, so that not all screens refetch at once. */
const SENT_AT_ONCE = 20;
const BETWEEN_MS = 100;
/** Delay in milliseconds of events about others, after which every process has read the change and can answer the refetch. */
const OTHERS_AFTER_MS = 1_000;
/** Maximum number of unsent bytes of a stream; beyond it the stream is closed. */
const MOST_WAITING = 16_384;
const RETRY_AFTER_SECONDS = 60;
/** Lower than every position. */
const UNREADABLE = -1;
/** Seconds over which clients whose position is too old spread their refetches. */
const SPREAD_SECONDS = 60;

/**
 * Event streams that notify open screens which kinds of responses may have changed. Uses the changes that this process reads anyway,
 * whichever process wrote them. A change that does not concern a stream causes no query for the stream.
 */
export class LiveStreams {
  readonly #dependencies: Dependencies;
  readonly #streams: OpenStreams<Stream>;
  readonly #due = new Map<Stream, Set<LiveKind>>();
  readonly #heartbeats: NodeJS.Timeout;
  readonly #unfollow: () => void;
  readonly #mayGoOn = paceByLoad();
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#streams = new OpenStreams(dependencies.config);
    this.#unfollow = dependencies.graph.changes.onGrowth((fresh) => this.#lookThrough(fresh));
    this.#heartbeats = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /**
   * Opens the event stream of a session, which starts with the kinds that changed since a position, and ends with the session.
   *
   * @throws {AppError} `rate_limited` if there are too many streams, `unauthenticated` if the session ended meanwhile.
   */
  async open(viewer: SignedIn, since: readonly string[] | undefined): Promise<Readable> {
    const { graph, now } = this.#dependencies;
    const [number, position] = [graph.changes.number(), graph.changes.position()?.position];
    const found = await this.#readSession(viewer);
    if (found === undefined) throw new AppError('unauthenticated');
    if (this.#isClosed || this.#streams.isFull(viewer.address))
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
    // A client without a position can only have missed changes that were read while its session was looked up.
    const missed = graph.changes.number() === number ? undefined : position;
    this.#sendMissed(stream, since === undefined ? missed : this.#earliest(since));
    // The watched keys may have been read before a change of the viewer's own data.
    if (missed !== undefined && graph.changes.hasChanged(stream.own, missed)) this.#sendAll(stream);
    return stream.events;
  }

  /** Returns the kinds of the teacher's responses that changed since a position; all kinds if there is no position. */
  async poll(viewer: SignedIn, since: readonly string[] | undefined): Promise<LiveChanges> {
    if (since === undefined) return this.#positioned([...liveKinds]);
    const watched = await this.#readWatched(viewer);
    const changes = this.#changesSince({ own: ownKeys(viewer), watched }, this.#earliest(since));
    this.#count('missed', changes);
    return changes;
  }

  close(): void {
    this.#isClosed = true;
    this.#unfollow();
    clearInterval(this.#heartbeats);
    clearTimeout(this.#next);
    for (const stream of this.#streams) this.#end(stream);
  }

  #keep(stream: Stream): void {
    const beyond = this.#streams.add(stream);
    if (beyond !== undefined) this.#end(beyond);
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

  /**
   * Sends heartbeats with the position, so that a client that reopens its stream has a recent one. A stream with pending events gets no
   * position, because it has not received all changes before the position.
   */
  #beat(): void {
    // All streams get the same text: encrypting a position for each of 10,000 streams would block the process for 0.2 seconds.
    const positioned = eventOf(this.#positioned([]));
    for (const stream of this.#streams)
      this.#push(stream, this.#due.has(stream) || stream.isRenewing ? HEARTBEAT : positioned);
  }

  /**
   * Sends the kinds that changed since a position. Changes of others are sent in batches: after a restart all clients reopen their streams
   * at once, and would otherwise refetch at once.
   */
  #sendMissed(stream: Stream, since: number | undefined): void {
    const changes = this.#changesSince(stream, since);
    this.#count('missed', changes);
    if (changes.kinds.length > 0 && changes.kinds.length < liveKinds.length) {
      this.#due.set(stream, new Set(changes.kinds));
      this.#next ??= setTimeout(() => this.#sendBatch(), OTHERS_AFTER_MS).unref();
    } else {
      this.#send(stream, changes);
    }
  }

  #send(stream: Stream, changes: LiveChanges): void {
    this.#push(stream, eventOf(changes));
  }

  #push(stream: Stream, text: string): void {
    if (!this.#streams.has(stream)) return;
    if (stream.events.readableLength > MOST_WAITING) stream.events.destroy();
    else stream.events.push(text);
  }

  #positioned(kinds: LiveKind[]): LiveChanges {
    const { graph, positions } = this.#dependencies;
    const position = graph.changes.position();
    return { kinds, ...(position === undefined ? {} : { position: positions.encrypt(position) }) };
  }

  /** Returns the earliest of these positions; `UNREADABLE` if one of them is not a position of this database. */
  #earliest(since: readonly string[]): number {
    const { graph, positions } = this.#dependencies;
    const { instance = '' } = graph.changes.position() ?? {};
    return Math.min(...since.map((text) => positions.decrypt(text, instance) ?? UNREADABLE));
  }

  #changesSince({ own, watched }: Pick<Stream, 'own' | 'watched'>, since: number | undefined): LiveChanges {
    const { changes } = this.#dependencies.graph;
    // While changes cannot be read, returns neither kinds nor a position; the client asks again with its old position.
    if (since === undefined || changes.position() === undefined) return this.#positioned([]);
    if (!changes.reaches(since))
      return { ...this.#positioned([...liveKinds]), spreadSeconds: SPREAD_SECONDS };
    return this.#positioned(kindsOf({ own, watched }, (hashes) => changes.hasChanged(hashes, since)));
  }

  #count(reason: LiveReason, { kinds, spreadSeconds }: LiveChanges): void {
    if (kinds.length === 0) return;
    this.#dependencies.metrics?.liveEvent(spreadSeconds === undefined ? reason : 'too_old');
  }

  /** Finds the streams that the latest changes concern. Sends an event about the viewer's own data at once. */
  #lookThrough(fresh: ReadonlySet<number> | undefined): void {
    for (const stream of this.#streams) {
      const kinds = kindsOf(
        stream,
        (hashes) => fresh === undefined || hashes.some((hash) => fresh.has(hash)),
      );
      if (kinds.length > 0) this.#due.set(stream, new Set([...(this.#due.get(stream) ?? []), ...kinds]));
      if (fresh !== undefined && kinds.length === liveKinds.length) void this.#sendPending(stream);
    }
    if (this.#due.size > 0) this.#next ??= setTimeout(() => this.#sendBatch(), OTHERS_AFTER_MS).unref();
  }

  /** Sends the next batch of pending events, once the process had time for the calls that the previous batch caused. */
  #sendBatch(): void {
    if (this.#due.size > 0 && this.#mayGoOn()) {
      const due = [...this.#due.keys()].filter(({ isRenewing }) => !isRenewing);
      for (const stream of due.slice(0, SENT_AT_ONCE)) void this.#sendPending(stream);
    }
    const isRest = this.#due.size > 0;
    this.#next = isRest ? setTimeout(() => this.#sendBatch(), BETWEEN_MS).unref() : undefined;
  }

  #sendAll(stream: Stream): void {
    this.#due.set(stream, new Set(liveKinds));
    void this.#sendPending(stream);
  }

  /**
   * Sends the pending event of a stream. The event waits while the session is being read again, so that the result of an older read never
   * replaces a newer one.
   */
  async #sendPending(stream: Stream): Promise<void> {
    if (stream.isRenewing) return;
    const kinds = [...(this.#due.get(stream) ?? [])];
    this.#due.delete(stream);
    const isOwn = kinds.length === liveKinds.length;
    if (isOwn) {
      stream.isRenewing = true;
      const isRenewed = await this.#renew(stream);
      stream.isRenewing = false;
      if (!isRenewed) return this.#end(stream);
    }
    this.#count(isOwn ? 'own' : 'others', { kinds });
    // Sends no position while further changes are pending: a stream that is reopened from it would not receive these changes.
    this.#send(stream, this.#due.has(stream) ? { kinds } : this.#positioned(kinds));
  }

  /**
   * Reads the session and its watched keys again.
   *
   * @returns false if the session ended or could not be read. The stream then ends, and the client's next call is answered or refused.
   */
  async #renew(stream: Stream): Promise<boolean> {
    const found = await this.#readSession(stream.viewer).catch(() => undefined);
    if (found === undefined) return false;
    stream.watched = found.watched;
    return true;
  }

  /** Returns the watched keys and the expiry of a valid session; undefined if the session ended. */
  async #readSession(viewer: SignedIn): Promise<{ watched: Watched; expiresAt: Date } | undefined> {
    const { db, now } = this.#dependencies;
    const found = await findSignedIn(db, viewer.sessionId, now());
    return found && { watched: await this.#readWatched(found), expiresAt: found.expiresAt };
  }

  async #readWatched({ userId }: SignedIn): Promise<Watched> {
    const { db, rulebook } = this.#dependencies;
    const rules = await rulebook.today();
    return watchedKeys(await findStoredOffers(db, userId), rules);
  }
}

function eventOf(changes: LiveChanges): string {
  return `data: ${JSON.stringify(changes)}\n\n`;
}
