import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { messageDate } from '../http/http-date.ts';
import type { Reply } from '../http/reply.ts';
import { formatFields } from '../http/shared-headers.ts';

/** A reply as it goes over the wire, all but the date. */
export type WireReply = Pick<Reply, 'lastModified' | 'body'> & { readonly head: string };

/** Serialises a reply as HTTP/1.1 (RFC 9112 §4). `always`: the lines that every head has. */
export function toWireReply(
  { status, headers, lastModified, body }: Reply,
  method: 'GET' | 'HEAD',
  always: string,
): WireReply {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${formatFields(headers)}${always}`;
  return { head, lastModified, body: method === 'HEAD' ? [] : body };
}

/** The head of a reply that is sent now: with its Date, and no Last-Modified that lies ahead of it. */
export function datedHead({ head, lastModified }: WireReply, now: number): string {
  const { time, text } = messageDate(now);
  const isAhead = lastModified !== undefined && lastModified > time;
  const told = isAhead ? head.replace(/^Last-Modified: .*$/m, `Last-Modified: ${text}`) : head;
  return `${told}Date: ${text}\r\n\r\n`;
}

/** Sends a reply. A client that does not read gets no further replies until it does. */
export function sendOnWire(socket: Socket, reply: WireReply): void {
  const dated = datedHead(reply, Date.now());
  const { body } = reply;
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
