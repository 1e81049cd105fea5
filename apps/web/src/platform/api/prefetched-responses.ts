/** Responses prefetched by an inline script while the module scripts were loading: see `platform/api/prefetch-script.tsx`. */
interface PrefetchedResponses {
  /** Token of the session that requested them. */
  readonly token: string;
  /** Responses by path, with the time of the request in milliseconds since the page was opened. */
  readonly byPath: Map<string, { readonly at: number; readonly response: Promise<Response> }>;
}

declare global {
  interface Window {
    prefetched?: PrefetchedResponses;
  }
}

/** Lifetime of a prefetched response in milliseconds. */
const FRESH_FOR = 30_000;

/** Returns the prefetched response to a call and removes it, if it belongs to this session and is fresh. */
export function takePrefetched(path: string, token: string): Promise<Response> | undefined {
  const { prefetched } = window;
  const asked = prefetched?.token === token ? prefetched.byPath.get(path) : undefined;
  prefetched?.byPath.delete(path);
  return asked !== undefined && performance.now() - asked.at < FRESH_FOR ? asked.response : undefined;
}

/** Drops all prefetched responses. Called after a write, which they do not contain. */
export function dropPrefetched(): void {
  delete window.prefetched;
}
