import type { LightMyRequestResponse } from 'fastify';
import { signIn } from '../sessions.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { createWorld, type HiddenFrom } from './hidden-world.ts';

/** Two databases that differ only in data that the readers may not see, with a session of each reader in both. */
export class TwoWorlds {
  readonly worlds: readonly [TestApp, TestApp];
  readonly #tokens = new Map<string, readonly [string, string]>();

  private constructor(first: TestApp, second: TestApp) {
    this.worlds = [first, second];
  }

  static async lay(hiddenFrom: HiddenFrom): Promise<TwoWorlds> {
    const [first, second] = [await startTestApp(), await startTestApp()];
    await createWorld(first, hiddenFrom, 0);
    await createWorld(second, hiddenFrom, 1);
    return new TwoWorlds(first, second);
  }

  /** Makes the same call to both apps. Returns the visible parts of the responses. */
  async ask(url: string, userId: string | undefined, language = 'en'): Promise<[Seen, Seen]> {
    const tokens = userId === undefined ? undefined : await this.#tokensOf(userId);
    const headers = { 'accept-language': language };
    const [first, second] = this.worlds;
    return [
      seen(await first.call({ url, token: tokens?.[0], headers })),
      seen(await second.call({ url, token: tokens?.[1], headers })),
    ];
  }

  async inBoth(work: (test: TestApp) => Promise<unknown>): Promise<void> {
    for (const test of this.worlds) await work(test);
  }

  async #tokensOf(userId: string): Promise<readonly [string, string]> {
    const known = this.#tokens.get(userId);
    if (known !== undefined) return known;
    const [first, second] = this.worlds;
    const tokens = [await signIn(first, userId), await signIn(second, userId)] as const;
    this.#tokens.set(userId, tokens);
    return tokens;
  }
}

/** Parts of a response that a caller can compare with another response. */
export interface Seen {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Returns everything that a caller receives, except the date, the id of the call, and the ETag of an error, which contains that id. */
function seen({ statusCode, headers, body }: LightMyRequestResponse): Seen {
  const { date: _date, 'x-request-id': _number, 'set-cookie': _browser, etag, ...others } = headers;
  return {
    status: statusCode,
    headers: statusCode < 400 ? { ...others, etag } : others,
    body: body.replace(/"requestId":"[0-9a-f-]{36}"/, '"requestId":"…"'),
  };
}
