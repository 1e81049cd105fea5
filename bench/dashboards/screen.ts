import { Agent, get, type IncomingMessage } from 'node:http';
import { type LiveChanges, type LiveKind, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import { pathsOfKind } from '../dashboard-paths.ts';

/** The same intervals as in the browser (`platform/live/follow-changes.ts` of the web application). */
const ASK_EVERY_MS = 10_000;
const SHORTEST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 120_000;

const streams = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
export const calls = new Agent({ keepAlive: true, maxSockets: 200 });

/** Observations of one phase. Times are in milliseconds. */
export interface Noted {
  /** Moments of changes in the database, by `performance.now()`. */
  readonly changes: number[];
  /** Moments at which streams were opened. */
  readonly opened: number[];
  /** Time from the oldest change that a screen did not know until the event about it. */
  readonly notified: number[];
  /** Time from the oldest change that a screen did not know until its last refetched answer. */
  readonly shown: number[];
  /** Durations of calls that were answered 200. */
  readonly answered: number[];
  failed: number;
}

/** Session on a screen, its active requests, and where to record what happens to it. */
interface Shown {
  readonly base: string;
  readonly token: string;
  readonly requestIds: readonly string[];
  readonly noted: () => Noted;
}

/** Open dashboard, which follows changes as the browser does. */
export class Screen {
  /** Time of the screen's last event. */
  heardAt = 0;
  readonly #shown: Shown;
  readonly #due = new Set<LiveKind>();
  /** Position of the screen's answers. */
  #position: string | undefined;
  #stream: ReturnType<typeof get> | undefined;
  #next: NodeJS.Timeout | undefined;
  #failures = 0;
  #asking = 0;
  #isOpen = false;
  #isFollowing = false;
  /** Time of the oldest change that the screen does not show yet. */
  #missing: number | undefined;

  constructor(shown: Shown, position: string | undefined) {
    this.#shown = shown;
    this.#position = position;
  }

  /** True while the stream is open and everything named by events is refetched. */
  get isQuiet(): boolean {
    return this.#isOpen && this.#asking === 0 && this.#due.size === 0;
  }

  /** Opens the stream, again and again while it ends. */
  follow(): void {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${this.#shown.token}` };
    this.#isFollowing = true;
    this.#stream = get(`${this.#shown.base}${this.#path()}`, { agent: streams, headers }, (response) =>
      this.#read(response),
    );
    this.#stream.on('error', () => {}).on('close', () => this.#followLater());
  }

  /** Closes the stream. */
  leave(): void {
    this.#isFollowing = false;
    clearTimeout(this.#next);
    this.#stream?.destroy();
  }

  /** Polls the changes once, as a screen without a stream does. */
  async poll(): Promise<void> {
    const text = await this.#ask(this.#path());
    // Body of the product's answer.
    if (text !== undefined) this.#position = (JSON.parse(text) as LiveChanges).position ?? this.#position;
  }

  #path(): string {
    return this.#position === undefined ? '/api/live' : `/api/live?since=${this.#position}`;
  }

  #read(response: IncomingMessage): void {
    response.on('error', () => {});
    if (response.statusCode !== 200) return void response.resume();
    this.#isOpen = true;
    this.#failures = 0;
    this.#shown.noted().opened.push(performance.now());
    let rest = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      const events = (rest + part).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: ')) this.#take(JSON.parse(event.slice(6)));
    });
  }

  #followLater(): void {
    this.#isOpen = false;
    if (!this.#isFollowing) return;
    const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** this.#failures++);
    setTimeout(() => this.#isFollowing && this.follow(), longest * (0.5 + Math.random() / 2));
  }

  /** Assumes that an event covers every change before it. */
  #take({ kinds, position, spreadSeconds = 0 }: LiveChanges): void {
    this.#position = position ?? this.#position;
    if (kinds.length === 0) return;
    const { changes, notified } = this.#shown.noted();
    const oldest = changes.find((at) => at > this.heardAt);
    this.heardAt = performance.now();
    if (oldest !== undefined) notified.push(this.heardAt - oldest);
    this.#missing ??= oldest;
    for (const kind of kinds) this.#due.add(kind);
    if (spreadSeconds > 0) setTimeout(() => this.#refetch(), Math.random() * spreadSeconds * 1_000);
    else if (kinds.length === liveKinds.length) void this.#refetch();
    else if (this.#next === undefined) this.#refetchTogether();
  }

  /** Refetches for changes of others, at most once per interval. */
  #refetchTogether(): void {
    const isDue = this.#due.size > 0;
    this.#next = isDue ? setTimeout(() => this.#refetchTogether(), ASK_EVERY_MS) : undefined;
    if (isDue) void this.#refetch();
  }

  async #refetch(): Promise<void> {
    const missing = this.#missing;
    const paths = [...this.#due].flatMap((kind) => pathsOfKind(kind, this.#shown.requestIds));
    this.#missing = undefined;
    this.#due.clear();
    await Promise.all(paths.map((path) => this.#ask(path)));
    if (missing !== undefined) this.#shown.noted().shown.push(performance.now() - missing);
  }

  /** Returns the text of an answer; undefined if the call failed. */
  async #ask(path: string): Promise<string | undefined> {
    const started = performance.now();
    this.#asking += 1;
    const text = await textOf(`${this.#shown.base}${path}`, this.#shown.token);
    this.#asking -= 1;
    if (text === undefined) this.#shown.noted().failed += 1;
    else this.#shown.noted().answered.push(performance.now() - started);
    return text;
  }
}

function textOf(url: string, token: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fail = () => resolve(undefined);
    get(url, { agent: calls, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? text : undefined)).on('error', fail);
    }).on('error', fail);
  });
}
