import { PassThrough } from 'node:stream';
import { allLanguages } from '@mutual-transfer/domain/language';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { appContext } from './app-context.ts';
import { loadCatalogue } from './i18n/catalogue.ts';
import { textParts, textPartsOf } from './i18n/text-parts.ts';
import { memberFiles, textFiles } from './late-files.server.ts';

// The server must set the context by this token: its own import of the file would be another one.
export { appContext } from './app-context.ts';

export const streamTimeout = 5_000;

await Promise.all(allLanguages().map((language) => loadCatalogue(language, textParts)));

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, language } = context.get(appContext);
  const { scripts, entryContext } = withoutPreloads(routerContext);
  const texts = textFiles(language, textPartsOf(new URL(request.url).pathname));
  const frame = isForMembers(routerContext) ? memberFiles() : [];
  return new Promise((resolve, reject) => {
    const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        bootstrapModules: [...new Set([...scripts, ...texts, ...frame])],
        [ready]() {
          const body = new PassThrough();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
        onError: console.error,
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** The guards of screens for members stand in one folder. */
function isForMembers({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.some(({ route }) => route.id.startsWith('session/'));
}

/**
 * React Router would have the browser fetch every script before the page's styles. The page is readable without them, so
 * React asks for them itself, as what is not urgent.
 */
function withoutPreloads(context: EntryContext): { scripts: string[]; entryContext: EntryContext } {
  const { manifest, staticHandlerContext } = context;
  const matched = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const scripts = new Set(manifest.entry.imports);
  const routes = Object.entries(manifest.routes).map(([id, route]) => {
    if (route === undefined || !matched.has(id)) return [id, route] as const;
    for (const file of route.imports ?? []) scripts.add(file);
    return [id, { ...route, imports: [] }] as const;
  });
  const entry = { ...manifest.entry, imports: [] };
  const bare = { ...manifest, entry, routes: Object.fromEntries(routes) };
  return { scripts: [...scripts], entryContext: { ...context, manifest: bare } };
}

/** React Router shows visitors a plain sentence; what really happened goes to the log. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
