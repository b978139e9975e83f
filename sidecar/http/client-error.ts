import type { Duplex } from 'node:stream';
import { errorBodyOf } from './error-body.ts';
import { formatHttpDate } from './http-date.ts';
import { HttpError } from './http-error.ts';
import { CORS_HEADERS, DATA_SECURITY, type RawHeaders } from './shared-headers.ts';

const REFUSALS: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: new HttpError(
    431,
    'There are more than 1,000 headers or 16 kB of them; send fewer.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'The request took too long to arrive.'),
};
const MALFORMED = new HttpError(400, 'The request is not valid HTTP/1.1.');

/** What the parser refuses gets the body of errors too, and loses its connection. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  refuseOnSocket(socket, REFUSALS[error.code ?? ''] ?? MALFORMED);
}

/** Answers with the body of errors where there is no response to write it to, and hangs up. */
export function refuseOnSocket(socket: Duplex, error: HttpError): void {
  const refusal = errorBodyOf(error);
  const body = JSON.stringify(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.title}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    `Date: ${formatHttpDate(Date.now())}`,
    ...pairs([...Object.entries(error.headers).flat(), ...CORS_HEADERS, ...DATA_SECURITY]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function pairs(headers: RawHeaders): string[] {
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : [],
  );
}
