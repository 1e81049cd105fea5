import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@mutual-transfer/domain/error-codes';
import { v4 as randomId } from 'uuid';
import { AppError, toProblem } from '../../errors.ts';
import { REQUEST_ID_HEADER } from '../responses/answers.ts';
import { securityHeaders } from '../responses/headers.ts';

const outcomes: Readonly<Record<string, { status: number; code: ErrorCode }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'malformed' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large' },
};

/** Sends an error response in the API's format if Node could not parse the input as HTTP. Fastify has no request object then. */
export function answerBrokenCalls(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code } = outcomes[error.code ?? ''] ?? { status: 400, code: 'malformed' as const };
  const requestId = randomId();
  const body = JSON.stringify(toProblem(new AppError(code), 'en', requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Language: en',
    'Cache-Control: no-store',
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
