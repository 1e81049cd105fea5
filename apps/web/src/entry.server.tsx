import { PassThrough } from 'node:stream';
import { allLanguages } from '@mutual-transfer/domain/language/language';
import type { AppContext } from '@mutual-transfer/domain/pages';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { memberFiles, styleSheet, textFiles } from './build-manifest.server.ts';
import { StyleSheetContext } from './frame/style-sheet.tsx';
import { appContext } from './platform/app-context.ts';
import { loadCatalogue } from './platform/i18n/catalogue.ts';
import { textParts } from './platform/i18n/texts/texts.ts';
import { textPartsOf } from './platform/text-parts.ts';

// Exported because this bundle contains the server's only copy of React Router.
export { createRequestHandler } from 'react-router';

export const streamTimeout = 5_000;

const styles = styleSheet();
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
  const path = new URL(request.url).pathname;
  const entryContext = withLaterFiles(routerContext, [
    ...textFiles(language, textPartsOf(path)),
    ...(isForMembers(routerContext) ? memberFiles() : []),
  ]);
  // With this header the browser requests the largest file before it parses the page.
  headers.set('link', `<${librariesOf(routerContext)}>; rel=modulepreload`);
  return new Promise((resolve, reject) => {
    const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <StyleSheetContext value={styles}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </StyleSheetContext>,
      {
        nonce,
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

/** Returns the context that React Router passes to the loaders of a visit. */
export function createContext(visit: AppContext): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, visit);
  return context;
}

const memberGuards = new Set(['frame/access-guard', 'frame/signed-in-only', 'frame/admin-only']);

/** Returns `true` for screens behind a guard, which are shown in the members' frame. */
function isForMembers({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.some(({ route }) => memberGuards.has(route.id));
}

/** Adds these files to those that React Router preloads for the page. */
function withLaterFiles(context: EntryContext, files: readonly string[]): EntryContext {
  const { entry } = context.manifest;
  const imports = [...entry.imports, ...files];
  return { ...context, manifest: { ...context.manifest, entry: { ...entry, imports } } };
}

/** Returns the chunk of the libraries (see vite.config.ts), which is two thirds of the scripts of every page. */
function librariesOf({ manifest }: EntryContext): string {
  return manifest.entry.imports.find((file) => file.includes('/vendor-')) ?? manifest.entry.module;
}

/** Logs the error. React Router shows visitors only a generic message. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
