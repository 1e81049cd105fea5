import { useMatches } from 'react-router';
import { TOKEN, USER } from './session.ts';
import type { EarlyQueries } from './use-early-queries.ts';

/**
 * Calls made by a script in the page itself, while the files of scripts are still on their way: the answers wait in
 * `window.earlyAnswers` for who asks the same (see `api/early-answers.ts`). They are read to their end, for one that nobody
 * takes would keep its connection until it is given up. What one's own requests say is followed to their matches.
 */
const script = (paths: readonly string[]) => `{
  try {
    const [token, user] = ['${TOKEN}', '${USER}'].map((name) => localStorage.getItem(name));
    if (token !== null && user !== null) {
      const byPath = new Map();
      const headers = { authorization: 'Bearer ' + token, 'accept-language': document.documentElement.lang };
      const ask = (path) => {
        const answer = fetch('/api' + path, { headers, signal: AbortSignal.timeout(20000) })
          .then(async (response) => new Response(await response.text(), response));
        byPath.set(path, { at: performance.now(), answer });
        return answer;
      };
      const follow = (answer) => answer.ok && answer.clone().json().then(({ requests = [] }) => {
        for (const { _id, status } of requests) if (status === 'active') ask('/requests/' + _id + '/matches').catch(() => {});
      });
      window.earlyAnswers = { token, byPath };
      for (const path of ${JSON.stringify(paths)}) ask(path).then((answer) => path === '/requests/my' && follow(answer)).catch(() => {});
    }
  } catch {}
}`;

/** Asks what the screen shows first, for whoever seems to be signed in; the server says no to whoever is not. */
export function EarlyCalls({ nonce }: { nonce: string }) {
  const { paths } = (useMatches().at(-1)?.handle ?? {}) as Partial<EarlyQueries>;
  if (paths === undefined) return null;
  const __html = script(paths);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of constants of ours, with the nonce of the page's policy.
  return <script dangerouslySetInnerHTML={{ __html }} nonce={nonce} suppressHydrationWarning />;
}
