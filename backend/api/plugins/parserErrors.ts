import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorCatalogue } from '../contract/errors.ts';

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Answers what is not an HTTP request (an unknown method, raw bytes in an address, headers too long) like every other error:
 * `{message, code}`, with `headers`. There is no request object, only a socket, which is closed afterwards.
 */
export const answerUnparsed = (headers: Readonly<Record<string, string>>) => (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const status = statuses[error.code ?? ''] ?? 400;
  const code = status === 431 ? 'TOO_LARGE' : 'MALFORMED';
  const body = JSON.stringify({ message: errorCatalogue[code][1], code });
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};
