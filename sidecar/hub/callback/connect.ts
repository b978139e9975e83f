import type { LookupAddress, LookupOptions } from 'node:dns';
import { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { UnconnectedError, UnresolvedNameError } from './describe-fault.ts';

export type AttemptLimits = {
  /** For the name, TCP and TLS together. */
  readonly timeoutMs: number;
  /** Ends connections that are being made. */
  readonly closing?: AbortSignal | undefined;
};

/** One connection that is being made. It calls back once. */
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

type LookupCallback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Opens a TLS connection to one of these addresses. Returns the socket where it can at once, and
 * calls back when TLS is up or has failed.
 */
export type OpenSocket = (
  options: buildConnector.Options,
  addresses: readonly LookupAddress[],
  callback: buildConnector.Callback,
) => Socket | undefined;

/** Until the next address of a name is tried as well. */
const NEXT_ADDRESS_MS = 1000;

/** A lookup that knows the answer, in both forms that sockets ask for. */
function answerLookup(addresses: readonly LookupAddress[]) {
  return (_name: string, { all }: LookupOptions, callback: LookupCallback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error('There is no address.'), '');
  };
}

/** Certificates are verified whatever the environment says; `ca` replaces the usual authorities. */
export function createOpenTls(ca?: string | Buffer): OpenSocket {
  return (options, addresses, callback) => {
    const connect = buildConnector({
      allowH2: false,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      lookup: answerLookup(addresses),
      // A session that is taken up again would skip the certificate.
      maxCachedSessions: 0,
      rejectUnauthorized: true,
      // The caller's own timeout also covers the lookup.
      timeout: 0,
      ...(ca === undefined ? {} : { ca }),
    });
    // undici's types omit that it returns the socket.
    const socket: unknown = connect(options, callback);
    return socket instanceof Socket ? socket : undefined;
  };
}
