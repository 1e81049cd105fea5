import { PassThrough } from 'node:stream';
import { languages } from '@mutual-transfer/domain/language';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { appContext } from './app-context.ts';
import { loadWholeCatalogue } from './i18n/catalogue.ts';

// The server must set the context by this token: its own import of the file would be another one.
export { appContext } from './app-context.ts';

export const streamTimeout = 5_000;

await Promise.all(languages.map(loadWholeCatalogue));

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = context.get(appContext);
  return new Promise((resolve, reject) => {
    const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
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

/** React Router shows visitors a plain sentence; what really happened goes to the log. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
