import type { Release } from '../release/release.ts';
import type { ReplyAtOnce } from '../routes/at-once.ts';
import { parseSimpleHead } from './simple-head.ts';
import { toWireReply, type WireReply } from './wire-reply.ts';

/** A longer head is rare and not worth a place in the memory. */
const MAX_HEAD_BYTES = 2048;
/** Clients of one kind send the same head; whoever sends many must not fill the memory. */
const MAX_REMEMBERED = 1024;

/**
 * Replies to simple requests, remembered by the text of the head: what was answered once is answered
 * again by one lookup, for as long as the same release is served.
 */
export class ReplyMemory {
  readonly #replyAtOnce: ReplyAtOnce;
  readonly #keepAliveSeconds: number;
  #release: Release | undefined;
  #replies = new Map<string, WireReply>();

  constructor(replyAtOnce: ReplyAtOnce, keepAliveSeconds: number) {
    this.#replyAtOnce = replyAtOnce;
    this.#keepAliveSeconds = keepAliveSeconds;
  }

  /** The reply to a chunk that is one simple request; undefined for anything else. */
  replyTo(release: Release, chunk: Buffer): WireReply | undefined {
    if (chunk.length > MAX_HEAD_BYTES) return undefined;
    if (release !== this.#release || this.#replies.size >= MAX_REMEMBERED) {
      this.#release = release;
      this.#replies = new Map();
    }
    const text = chunk.toString('latin1');
    const known = this.#replies.get(text);
    if (known) return known;
    const reply = this.#makeReply(release, text);
    // Pieces that were made for one answer may be large; a whole file is in memory anyway.
    if (reply && reply.body.length <= 1) this.#replies.set(text, reply);
    return reply;
  }

  #makeReply(release: Release, text: string): WireReply | undefined {
    const request = parseSimpleHead(text);
    if (!request) return undefined;
    const reply = this.#replyAtOnce(release, request.target, request);
    return reply && toWireReply(reply, request.method, this.#keepAliveSeconds);
  }
}
