import { TOKEN, USER } from '../session/session.ts';
import { useScreenQueries } from './screen-queries.ts';

/**
 * Prefetches these paths from an inline script while the module scripts are still loading. The responses wait in
 * `window.prefetched` for the same calls (see `platform/api/prefetched-responses.ts`). Each body is read to its end, since an unread one
 * would hold its connection until a timeout. A response names the data needed next in its `Link` header as `rel="related"`; the script
 * prefetches that too.
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

/** Inline script that prefetches the first data of the page if the browser stores a session. The server refuses an expired one. */
export function PrefetchScript({ nonce }: { nonce: string }) {
  const paths = useScreenQueries(null).flatMap(({ meta }) =>
    typeof meta?.path === 'string' ? [meta.path] : [],
  );
  if (paths.length === 0) return null;
  const __html = script(paths);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of constants of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html }} nonce={nonce} suppressHydrationWarning />;
}
