import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Proxy between the browser and the product that a journey can cut, and that can simulate a newer build. */
export interface Line {
  readonly address: string;
  /** Makes the server unreachable. */
  readonly cut: () => void;
  readonly mend: () => void;
  /**
   * Forwards calls of this kind to the server, but drops the responses until the line is restored, because Chromium
   * may retry a call on its own.
   */
  readonly loseAnswersTo: (method: string, path: RegExp) => void;
  /** Holds calls to this path until the line is restored, then refuses each. */
  readonly hold: (path: string) => void;
  /** Serves the service worker of another build from now on. */
  readonly update: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy to the product. */
export async function layLine(product: string): Promise<Line> {
  let isCut = false;
  let isNewer = false;
  let lost: { readonly method: string; readonly path: RegExp } | undefined;
  let heldPath: string | undefined;
  const held: ServerResponse[] = [];
  const server = createServer((incoming, outgoing) => {
    if (isCut) {
      incoming.socket.destroy();
      return;
    }
    const { method = '', url = '' } = incoming;
    if (url === heldPath) {
      held.push(outgoing);
      return;
    }
    const isLost = lost?.method === method && lost.path.test(url);
    const isWorker = isNewer && url === '/service-worker.js';
    const headers = { ...incoming.headers, ...(isWorker ? { 'accept-encoding': 'identity' } : {}) };
    const onward = ask(`${product}${url}`, { method, headers }, (answer) => {
      if (isLost || isCut) return answer.resume().on('end', () => incoming.socket.destroy());
      return isWorker ? sendAsNewer(answer, outgoing) : send(answer, outgoing);
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
    update: () => {
      isNewer = true;
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

/** Sends the service worker with the content of another build. */
function sendAsNewer(answer: IncomingMessage, outgoing: ServerResponse) {
  const { 'content-length': _, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 500, headers);
  answer.pipe(outgoing, { end: false });
  return answer.on('end', () => outgoing.end('\n// Another build.\n'));
}

function refuse(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.writeHead(502);
  outgoing.end();
}
