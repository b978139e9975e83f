import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Release } from '../release/release.ts';
import type { Answering } from '../server.ts';
import { ReplyMemory } from './reply-memory.ts';
import { sendOnWire, type WireReply } from './wire-reply.ts';

/** An idle connection holds its last reply; of a larger one it holds nothing. */
const MAX_KEPT_BYTES = 64 * 1024;

/** A request and its reply, kept while the next request of the connection may be the same. */
type Answered = {
  // Weak, since a connection may lie idle long after its release was replaced.
  readonly release: WeakRef<Release>;
  readonly chunk: Buffer;
  readonly reply: WireReply;
};

/** The connections that are answered without a parser. */
export type Wire = {
  /** Closes those that wait for a request. */
  readonly closeIdle: () => void;
  /** Drops all of them, also those whose client does not read or does not hang up. */
  readonly closeAll: () => void;
};

/**
 * Puts a fast path in front of a server's own: a chunk that is one whole simple request gets its
 * reply straight on the socket, and a client that asks the same again costs one comparison. Most
 * readers revalidate, so this is most of the traffic: 304s at the cost of a static file server's.
 *
 * The first chunk that is anything else hands its connection over to node:http for good, together
 * with the chunk, so that its parser, its limits and its timeouts apply.
 */
export function answerOnWire(server: Server, answering: Answering): Wire {
  const { current } = answering;
  const ownListeners = server.listeners('connection');
  if (ownListeners.length === 0) throw new Error('The server does not listen to its connections.');
  server.removeAllListeners('connection');
  const waiting = new Set<Socket>();
  const memory = new ReplyMemory(answering, server.keepAliveTimeout / 1000);

  server.on('connection', (socket: Socket) => {
    let last: Answered | undefined;
    const onData = (chunk: Buffer) => {
      const { release } = current;
      if (release && last?.release.deref() === release && last.chunk.equals(chunk)) {
        sendOnWire(socket, last.reply);
        return;
      }
      const reply = release && memory.replyTo(release, chunk);
      if (!reply) {
        handOver(chunk);
        return;
      }
      last = isSmall(reply) ? { release: new WeakRef(release), chunk, reply } : undefined;
      sendOnWire(socket, reply);
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
  };
}

function isSmall({ body }: WireReply): boolean {
  return body.reduce((sum, piece) => sum + piece.length, 0) <= MAX_KEPT_BYTES;
}
