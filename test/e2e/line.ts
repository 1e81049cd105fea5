import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { test as base } from './product.ts';

/** Proxy between the browser and the product that a journey can cut, and that can simulate a newer build. */
export interface Line {
  address: string;
  /** Makes the server unreachable. */
  cut: () => void;
  mend: () => void;
  /**
   * Forwards calls of this kind to the server, but drops the responses until the line is restored, because Chromium
   * may retry a call on its own.
   */
  loseAnswersTo: (method: string, path: RegExp) => void;
  /** Holds calls to this path until the line is restored, then refuses each. */
  hold: (path: string) => void;
  /** Serves another build from now on: its service worker, and pages that name it. */
  update: () => Promise<void>;
  close: () => Promise<void>;
}

/** Name of the other build. */
export const NEWER = 'newerone';

/** Test whose pages reach the product through a line. */
export const test = base.extend<{ line: Line }>({
  line: async ({ product }, use) => {
    const line = await layLine(product.address);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.address),
});

/** Starts a proxy to the product. */
async function layLine(product: string): Promise<Line> {
  let isCut = false;
  /** Name of the product's build, once another one is served. */
  let older: string | undefined;
  let lost: { method: string; path: RegExp } | undefined;
  let heldPath: string | undefined;
  const held: ServerResponse[] = [];
  const server = createServer((incoming, outgoing) => {
    if (isCut) {
      incoming.socket.destroy();
      return;
    }
    const { method = '', url: asked = '' } = incoming;
    const url = older === undefined ? asked : asked.replace(NEWER, older);
    if (asked === heldPath) {
      held.push(outgoing);
      return;
    }
    const isLost = lost?.method === method && lost.path.test(url);
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...others } = incoming.headers;
    const headers = older === undefined ? incoming.headers : { ...others, 'accept-encoding': 'identity' };
    const onward = ask(`${product}${url}`, { method, headers }, (answer) => {
      if (isLost || isCut) return answer.resume().on('end', () => incoming.socket.destroy());
      if (older !== undefined && namesBuild(asked, answer)) return sendAsNewer(older, answer, outgoing);
      return send(answer, outgoing);
    });
    onward.on('error', () => refuse(outgoing));
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
      lost = undefined;
      heldPath = undefined;
      for (const outgoing of held.splice(0)) refuse(outgoing);
    },
    loseAnswersTo: (method, path) => {
      lost = { method, path };
    },
    hold: (path) => {
      heldPath = path;
    },
    update: async () => {
      const worker = await (await fetch(`${product}/service-worker.js`)).text();
      older = /manifest-(\w+)\.js/.exec(worker)?.[1];
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function send(answer: IncomingMessage, outgoing: ServerResponse) {
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
  return answer.pipe(outgoing);
}

/** Returns true for pages, the service worker and the list of routes. */
function namesBuild(url: string, { headers }: IncomingMessage): boolean {
  const isPage = headers['content-type']?.startsWith('text/html');
  return isPage || url === '/service-worker.js' || url.startsWith('/assets/manifest-');
}

/** Sends a response with the name of another build. */
async function sendAsNewer(older: string, answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { 'content-length': _, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 500, headers);
  const text = await textOf(answer).catch(() => '');
  outgoing.end(text.replaceAll(older, NEWER).replace(/"name":"\w+"/, `"name":"${NEWER}"`));
}

function refuse(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.writeHead(502);
  outgoing.end();
}
