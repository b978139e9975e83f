import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { UnconnectedError, UnresolvedNameError } from './connect-error.ts';
import type { OpenSocket } from './open-tls.ts';

export type AttemptLimits = {
  /** For the name, TCP and TLS together. */
  readonly timeoutMs: number;
  /** Ends connections that are being made. */
  readonly closing?: AbortSignal | undefined;
};

/** One connection that is being made. Its end is told once. */
export class ConnectionAttempt {
  readonly #callback: buildConnector.Callback;
  readonly #timer: NodeJS.Timeout;
  readonly #closing: AbortSignal | undefined;
  #step: 'name' | 'tcp' | 'tls' = 'name';
  #socket: Socket | undefined;
  #isOver = false;

  constructor({ timeoutMs, closing }: AttemptLimits, callback: buildConnector.Callback) {
    this.#callback = callback;
    this.#timer = setTimeout(() => this.#giveUp(timeoutMs), timeoutMs);
    this.#closing = closing;
    closing?.addEventListener('abort', this.#abandon);
  }

  open(open: OpenSocket, options: buildConnector.Options, addresses: readonly LookupAddress[]) {
    if (this.#isOver) return;
    this.#step = 'tcp';
    this.#socket = open(options, addresses, (error, socket) => {
      if (error === null) this.#succeed(socket);
      else this.fail(new UnconnectedError(this.#step === 'tls', error));
    });
    this.#socket?.once('connect', () => {
      this.#step = 'tls';
    });
  }

  fail(error: Error) {
    if (this.#end()) this.#callback(error, null);
    this.#socket?.destroy();
  }

  #succeed(socket: Socket) {
    if (this.#end()) this.#callback(null, socket);
    else socket.destroy();
  }

  #giveUp(timeoutMs: number) {
    const cause = Object.assign(new Error(`It took over ${timeoutMs} ms.`), { code: 'ETIMEDOUT' });
    if (this.#step === 'name') {
      // Name servers that are silent are no fault of the callback's.
      const silence = Object.assign(new Error('No name server answered.'), { code: 'ETIMEOUT' });
      this.fail(new UnresolvedNameError('The name could not be resolved.', { cause: silence }));
    } else this.fail(new UnconnectedError(this.#step === 'tls', cause));
  }

  readonly #abandon = () => this.fail(new UnconnectedError(false, this.#closing?.reason));

  #end() {
    const isFirst = !this.#isOver;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#closing?.removeEventListener('abort', this.#abandon);
    return isFirst;
  }
}
