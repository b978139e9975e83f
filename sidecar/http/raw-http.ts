import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { lengthOf } from '#search/corpus/pieces.ts';
import { formatFields, messageDate } from './headers.ts';
import type { Deps, FoundReply } from './http.ts';
import type { Reply } from './reply.ts';
import { parseSimpleHead, type SimpleRequest } from './request.ts';

/** An idle connection holds its last reply, unless that is larger. */
const MAX_KEPT_BYTES = 64 * 1024;
/** Longer heads are rare and not worth a place in the memory. */
const MAX_HEAD_BYTES = 2048;
/** Clients ask for few different things; those that ask for many must not fill the memory. */
const MAX_REMEMBERED = 1024;

/** A reply as it is sent, without the date and the headers of a limit. */
type RawReply = Pick<Reply, 'lastModified' | 'body'> & {
  readonly count: FoundReply['count'];
  readonly status: string;
  readonly fields: string;
};

/** A request and its reply, kept while the next request of the connection may be the same. */
type Answered = {
  // Weak, since a connection may lie idle long after its release is served.
  readonly files: WeakRef<object>;
  readonly chunk: Buffer;
  readonly reply: RawReply;
  readonly client: string;
};

/** The connections that are answered without a parser. */
type RawConnections = {
  /** Closes those that wait for a request. */
  readonly closeIdle: () => void;
  /** Drops all, also those whose client neither reads nor hangs up. */
  readonly closeAll: () => void;
  /** Whether the request that node:http reads from a socket was looked up here, and not found. */
  readonly isMissed: (socket: Socket) => boolean;
};

/**
 * Puts a fast path in front of a server's own: a chunk that is one whole simple request gets its
 * reply straight on the socket, and a client that asks the same again costs one comparison. Most
 * readers revalidate, so this is most of the traffic: 304s at the cost of a static file server's.
 *
 * The first chunk that is anything else hands its connection over to node:http for good, together
 * with the chunk, so that its parser, its limits and its timeouts apply.
 */
export function answerRaw(server: Server, deps: Deps): RawConnections {
  const { served, clients, limit } = deps;
  const ownListeners = server.listeners('connection');
  if (ownListeners.length === 0) throw new Error('The server does not listen to its connections.');
  server.removeAllListeners('connection');
  const waiting = new Set<Socket>();
  const missed = new WeakSet<Socket>();
  let known = new WeakRef<object>(server);
  const memory = new ReplyMemory(deps, server.keepAliveTimeout / 1000);

  /** Sends a reply, unless the request exceeds the limit. */
  const send = (socket: Socket, reply: RawReply, client: string): boolean => {
    const quota = reply.count ? limit.count(client, reply.count === 'free') : [];
    if (!quota) return false;
    sendRaw(socket, reply, datedHead(reply, Date.now(), formatFields(quota)));
    return true;
  };

  server.on('connection', (socket: Socket) => {
    let last: Answered | undefined;
    const onData = (chunk: Buffer) => {
      const { files } = served;
      if (!files) return handOver(chunk);
      if (last?.files.deref() === files && last.chunk.equals(chunk)) {
        if (!send(socket, last.reply, last.client)) handOver(chunk);
        return;
      }
      const request = readHead(chunk);
      if (!request) return handOver(chunk);
      const reply = memory.replyTo(files, request);
      const client = reply?.count ? clients.at(socket.remoteAddress, request.forwardedFor) : '';
      if (!reply || !send(socket, reply, client)) {
        missed.add(socket);
        handOver(chunk);
        return;
      }
      const isKept = lengthOf(reply.body) <= MAX_KEPT_BYTES;
      if (known.deref() !== files) known = new WeakRef(files);
      last = isKept ? { files: known, chunk, reply, client } : undefined;
    };
    const onEnd = () => socket.end();
    const destroy = () => socket.destroy();
    const forget = () => waiting.delete(socket);
    const handOver = (chunk: Buffer) => {
      socket.pause();
      socket.off('data', onData).off('end', onEnd).off('timeout', destroy).off('error', destroy);
      socket.off('close', forget).setTimeout(0);
      forget();
      socket.unshift(chunk);
      for (const listen of ownListeners) listen.call(server, socket);
      socket.resume();
    };
    waiting.add(socket);
    socket.setTimeout(server.keepAliveTimeout);
    socket.on('data', onData).on('end', onEnd).on('timeout', destroy).on('error', destroy);
    socket.on('close', forget);
  });

  return {
    closeIdle: () => {
      for (const socket of waiting) if (socket.writableLength === 0) socket.end();
    },
    closeAll: () => {
      for (const socket of waiting) socket.destroy();
    },
    isMissed: (socket) => missed.delete(socket),
  };
}

function readHead(chunk: Buffer): SimpleRequest | undefined {
  return chunk.length > MAX_HEAD_BYTES ? undefined : parseSimpleHead(chunk.toString('latin1'));
}

/** Replies to simple requests, remembered by all that they depend on while the same files are served. */
export class ReplyMemory {
  readonly #deps: Pick<Deps, 'lookupReply' | 'clients'>;
  /** The lines that every head has: the connection stays open. */
  readonly #always: string;
  #files: object | undefined;
  #replies = new Map<string, RawReply>();
  /** Replies that somebody else holds, as they are sent: formatting leaves much garbage. */
  readonly #formatted = new WeakMap<Reply, RawReply>();

  constructor(deps: Pick<Deps, 'lookupReply' | 'clients' | 'headers'>, keepAliveSeconds: number) {
    this.#deps = deps;
    const connection = ['Connection', 'keep-alive', 'Keep-Alive', `timeout=${keepAliveSeconds}`];
    this.#always = formatFields([...connection, ...deps.headers]);
  }

  /** The reply to a simple request; undefined where the application has to answer. */
  replyTo(files: object, request: SimpleRequest): RawReply | undefined {
    const { lookupReply, clients } = this.#deps;
    if (request.forwarded !== undefined) clients.report(request.forwarded);
    if (files !== this.#files || this.#replies.size >= MAX_REMEMBERED) {
      this.#files = files;
      this.#replies = new Map();
    }
    const key = keyOf(request);
    const known = this.#replies.get(key);
    if (known) return known;
    const found = lookupReply(request.target, request);
    if (!found) return undefined;
    const formatted = this.#formatted.get(found.reply);
    if (formatted && request.method === 'GET') return formatted;
    const { status, headers, lastModified, body } = found.reply;
    const reply = {
      status: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`,
      fields: formatFields(headers) + this.#always,
      lastModified,
      body: request.method === 'HEAD' ? [] : body,
      count: found.count,
    };
    if (found.isHeldAnyway) this.#replies.set(key, reply);
    else if (found.isLasting && request.method === 'GET') this.#formatted.set(found.reply, reply);
    return reply;
  }
}

/** Values hold no line feed, so that no two requests share a key. */
function keyOf({ method, target, headers }: SimpleRequest): string {
  let key = `${method} ${target}`;
  for (const [name, value] of Object.entries(headers)) key += `\n${name}:${value}`;
  return key;
}

/**
 * The head of a reply that is sent now (RFC 9112 §4): with its Date, the fields of a limit, and no
 * Last-Modified that lies ahead of it.
 */
export function datedHead({ status, fields, lastModified }: RawReply, now: number, quota = '') {
  const { time, text } = messageDate(now);
  const isAhead = lastModified !== undefined && lastModified > time;
  const dated = isAhead ? fields.replace(/^Last-Modified: .*$/m, `Last-Modified: ${text}`) : fields;
  return `${status}${quota}${dated}Date: ${text}\r\n\r\n`;
}

/** A client that does not read gets no further replies until it does. */
function sendRaw(socket: Socket, { body }: RawReply, head: string): void {
  if (body.length === 0) {
    socket.write(head, 'latin1');
  } else {
    socket.cork();
    socket.write(head, 'latin1');
    for (const piece of body) socket.write(piece);
    socket.uncork();
  }
  if (socket.writableNeedDrain) {
    socket.pause();
    socket.once('drain', () => socket.resume());
  }
}
