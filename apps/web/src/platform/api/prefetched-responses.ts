/** What a script in the page prefetched while the files of scripts were on their way: see `platform/api/prefetch-script.tsx`. */
interface PrefetchedResponses {
  /** The session they were asked with. */
  readonly token: string;
  /** By path, with the time of asking, in milliseconds since the page was opened. */
  readonly byPath: Map<string, { readonly at: number; readonly response: Promise<Response> }>;
}

declare global {
  interface Window {
    prefetched?: PrefetchedResponses;
  }
}

/** As long as a screen goes without asking again. */
const FRESH_FOR = 30_000;

/** The prefetched response to a call, once, if it is of this session and still fresh. */
export function takePrefetched(path: string, token: string): Promise<Response> | undefined {
  const { prefetched } = window;
  const asked = prefetched?.token === token ? prefetched.byPath.get(path) : undefined;
  prefetched?.byPath.delete(path);
  return asked !== undefined && performance.now() - asked.at < FRESH_FOR ? asked.response : undefined;
}

/** For after a write, which what was asked before does not show. */
export function dropPrefetched(): void {
  delete window.prefetched;
}
