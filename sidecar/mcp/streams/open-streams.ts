import type { ServerResponse } from 'node:http';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { refuse } from '../rpc-reply.ts';

type OpenStream = {
  readonly client: string;
  readonly response: ServerResponse;
  readonly until: number;
  /** Whether the client had not read what was sent when it was looked at last. */
  isBehind: boolean;
};

const LIFE_MS = MCP_LIMITS.streamMinutes * 60_000;
const RETRY_AFTER = { 'Retry-After': String(MCP_LIMITS.keepAliveSeconds) };

/** The open event streams of both protocol eras, bounded by client, in all, and in time. */
export class OpenStreams {
  readonly #now: () => number;
  readonly #isEnding: () => boolean;
  readonly #streams = new Set<OpenStream>();

  /** `now`: milliseconds, of a clock that only goes on. `isEnding`: whether the process is about to end. */
  constructor(now: () => number, isEnding: () => boolean) {
    this.#now = now;
    this.#isEnding = isEnding;
  }

  get count(): number {
    return this.#streams.size;
  }

  /** Whether there is a place for one more of a client. */
  hasRoom(client: string): boolean {
    const own = [...this.#streams].filter((stream) => stream.client === client).length;
    return own < MCP_LIMITS.streamsPerClient && this.#streams.size < MCP_LIMITS.streams;
  }

  /** Takes a place until the response is closed. Throws a Refusal 503 where there is none. */
  add(client: string, response: ServerResponse): void {
    if (this.#isEnding()) {
      throw refuse(
        503,
        'This service is about to end; ask again, and another answers.',
        RETRY_AFTER,
      );
    }
    if (!this.hasRoom(client)) {
      const { streamsPerClient, streams } = MCP_LIMITS;
      const most = `A client may have ${streamsPerClient} event streams, and all together ${streams}`;
      throw refuse(503, `${most}; close one, or try later.`, RETRY_AFTER);
    }
    const stream = { client, response, until: this.#now() + LIFE_MS, isBehind: false };
    this.#streams.add(stream);
    response.once('close', () => this.#streams.delete(stream));
    // Somebody may still write to a stream that has just been ended.
    response.on('error', () => response.destroy());
  }

  /** Ends the streams whose time is over, and drops those whose client does not read. */
  sweep(): void {
    const now = this.#now();
    for (const stream of this.#streams) {
      const { response, until } = stream;
      const isBehind = response.writableNeedDrain;
      // What was ended is still open only where its client does not read the end.
      if (response.writableEnded || (isBehind && stream.isBehind)) response.destroy();
      else if (now >= until) response.end();
      stream.isBehind = isBehind;
    }
  }

  /** Ends all of them: the process is about to end. */
  end(): void {
    for (const { response } of this.#streams) response.end();
  }
}
