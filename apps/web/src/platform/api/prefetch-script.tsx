import { TOKEN, USER } from '../session/session.ts';
import { useScreenQueries } from './screen-queries.ts';

/**
 * Prefetches these paths from a script in the page itself, while the files of scripts are still on their way: the responses
 * wait in `window.prefetched` for the same calls (see `platform/api/prefetched-responses.ts`). They are read to their end, for one
 * that no call takes would keep its connection until its timeout. A response names what is needed next in its header `Link`,
 * as `rel="related"`; it is prefetched too.
 */
const script = (paths: readonly string[]) => `{
  try {
    const [token, user] = ['${TOKEN}', '${USER}'].map((name) => localStorage.getItem(name));
    if (token !== null && user !== null) {
      const byPath = new Map();
      const headers = { authorization: 'Bearer ' + token, 'accept-language': document.documentElement.lang };
      const prefetch = (path) => {
        const response = fetch('/api' + path, { headers, signal: AbortSignal.timeout(20000) })
          .then(async (response) => new Response(await response.text(), response));
        byPath.set(path, { at: performance.now(), response });
        response.then(follow).catch(() => {});
      };
      const follow = ({ headers }) => {
        for (const [, path] of (headers.get('link') ?? '').matchAll(/<\\/api([^>]+)>; rel="related"/g)) prefetch(path);
      };
      window.prefetched = { token, byPath };
      ${JSON.stringify(paths)}.forEach(prefetch);
    }
  } catch {}
}`;

/** Prefetches what the screen shows first, where the browser keeps a session; the server refuses one that has ended. */
export function PrefetchScript({ nonce }: { nonce: string }) {
  const paths = useScreenQueries(null).flatMap(({ meta }) =>
    typeof meta?.path === 'string' ? [meta.path] : [],
  );
  if (paths.length === 0) return null;
  const __html = script(paths);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of constants of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html }} nonce={nonce} suppressHydrationWarning />;
}
