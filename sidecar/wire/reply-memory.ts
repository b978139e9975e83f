import type { Reply } from '../http/reply.ts';
import { formatFields } from '../http/shared-headers.ts';
import type { Release } from '../release/release.ts';
import type { Answering } from '../server.ts';
import { parseSimpleHead, type SimpleRequest } from './simple-head.ts';
import { toWireReply, type WireReply } from './wire-reply.ts';

/** A longer head is rare and not worth a place in the memory. */
const MAX_HEAD_BYTES = 2048;
/** Clients ask for few different things; whoever asks for many must not fill the memory. */
const MAX_REMEMBERED = 1024;

type Remembering = Pick<Answering, 'replyAtOnce' | 'headers' | 'forwarded'>;

/**
 * Replies to simple requests, remembered by all that a reply may depend on, for as long as the same
 * release is served: what one client was answered, another is answered by one lookup.
 */
export class ReplyMemory {
  readonly #answering: Remembering;
  /** The lines that every head has: the connection stays open. */
  readonly #always: string;
  #release: Release | undefined;
  #replies = new Map<string, WireReply>();

  constructor(answering: Remembering, keepAliveSeconds: number) {
    this.#answering = answering;
    const connection = ['Connection', 'keep-alive', 'Keep-Alive', `timeout=${keepAliveSeconds}`];
    this.#always = formatFields([...connection, ...answering.headers]);
  }

  /** The reply to a chunk that is one simple request; undefined for anything else. */
  replyTo(release: Release, chunk: Buffer): WireReply | undefined {
    if (chunk.length > MAX_HEAD_BYTES) return undefined;
    const request = parseSimpleHead(chunk.toString('latin1'));
    if (!request) return undefined;
    const { replyAtOnce, forwarded } = this.#answering;
    if (request.forwarded !== undefined) forwarded.tell(request.forwarded);
    if (release !== this.#release || this.#replies.size >= MAX_REMEMBERED) {
      this.#release = release;
      this.#replies = new Map();
    }
    const key = keyOf(request);
    const known = this.#replies.get(key);
    if (known) return known;
    const reply = replyAtOnce(release, request.target, request);
    if (!reply) return undefined;
    const wired = toWireReply(reply, request.method, this.#always);
    if (isHeldAnyway(release, request.target, reply)) this.#replies.set(key, wired);
    return wired;
  }
}

/**
 * Whether a reply takes no memory of its own: a data file is in memory as long as its release. Pieces
 * that were made for one answer are not, and a page is remembered elsewhere, within a bound.
 */
function isHeldAnyway({ files }: Release, target: string, { body }: Reply): boolean {
  return body.length === 0 || files.has(target.split('?', 1)[0] ?? '');
}

/** Values hold no line feed, so that no two requests share a key. */
function keyOf({ method, target, headers }: SimpleRequest): string {
  let key = `${method} ${target}`;
  for (const [name, value] of Object.entries(headers)) key += `\n${name}:${value}`;
  return key;
}
