import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Reply } from '../http/reply.ts';

/** A reply as it goes over the wire, all but the date. */
export type WireReply = { readonly head: string; readonly body: readonly Uint8Array[] };

/** Serialises a reply as HTTP/1.1 (RFC 9112 §4); the connection stays open. */
export function toWireReply(
  { status, headers, body }: Reply,
  method: 'GET' | 'HEAD',
  keepAliveSeconds: number,
): WireReply {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  head += `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
  return { head, body: method === 'HEAD' ? [] : body };
}

/** Sends a reply. A client that does not read gets no further replies until it does. */
export function sendOnWire(socket: Socket, { head, body }: WireReply): void {
  const dated = `${head}Date: ${currentDate()}\r\n\r\n`;
  if (body.length === 0) {
    socket.write(dated, 'latin1');
  } else {
    socket.cork();
    socket.write(dated, 'latin1');
    for (const piece of body) socket.write(piece);
    socket.uncork();
  }
  if (socket.writableNeedDrain) {
    socket.pause();
    socket.once('drain', () => socket.resume());
  }
}

let second = 0;
let date = '';

/** The Date field (RFC 9110 §6.6.1), made once a second. */
function currentDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
