import type { Pieces } from '#search/corpus/pieces.ts';

/**
 * Why a callback gave no answer.
 * - `blocked`: its address is none that callbacks may have; no connection was made.
 * - `crowded`: too many verifications were sent to its network recently; no connection was made.
 * - `local`: our own side failed: no network, no name server, no free socket.
 * - `silent`: no answer: an unknown name, no route, a connection that is never made.
 * - `broken`: something answered, but not in time, not over TLS with a valid certificate, or not
 *   with HTTP.
 */
export type Unreached = {
  readonly kind: 'unreached';
  readonly fault: 'blocked' | 'crowded' | 'local' | 'silent' | 'broken';
  /** For the log: what went wrong, without the callback itself. */
  readonly message: string;
};

/** An HTTP answer. Redirects are answers like any other: none is followed. */
export type Answered = {
  readonly kind: 'answered';
  readonly status: number;
  /** The Retry-After field as sent. */
  readonly retryAfter: string | undefined;
};

/** Whether an answer agrees or acknowledges: any 2xx does (WebSub §5.3.1, §7). */
export function isSuccess({ status }: Pick<Answered, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** An answer with the beginning of its body: at most as many bytes as were asked for. */
export type AnsweredWithBody = Answered & {
  readonly body: Buffer;
};

/** Requests to callbacks, which are strangers' servers: bounded in time and size, never redirected. */
export type CallbackClient = {
  /** GET of a callback with our parameters behind its own query; reads no more than maxBytes + 1. */
  get(
    callback: string,
    parameters: readonly (readonly [string, string])[],
    maxBytes: number,
  ): Promise<AnsweredWithBody | Unreached>;
  /** POST of a body. What the answer holds beside its head is not read. */
  post(
    callback: string,
    headers: Readonly<Record<string, string>>,
    body: Pieces,
  ): Promise<Answered | Unreached>;
  /** Whether the host of a callback takes a connection; no request is sent. */
  canReach(callback: string): Promise<boolean>;
  /** Ends all connections. Requests in flight end as unreached. */
  close(): Promise<void>;
};
