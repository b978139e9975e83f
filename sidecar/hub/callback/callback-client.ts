import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Agent, type buildConnector, Client } from 'undici';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { MAX_VERIFICATION_MS } from '../hub-settings.ts';
import {
  type Answered,
  type AnsweredWithBody,
  HeadTaker,
  isSuccess,
  readBeginning,
  readHead,
} from './callback-answer.ts';
import {
  appendQuery,
  type CallbackRules,
  type CallbackUrl,
  createCallbackParser,
  hostIn,
} from './callback-url.ts';
import { describeFault, type Unreached } from './fault.ts';
import {
  type Admit,
  type ConnectionRules,
  connectGuarded,
  createGuardedConnect,
  createOpenTls,
  createResolveName,
  type OpenSocket,
  type ResolveName,
  withinTime,
} from './guarded-connect.ts';

/** What a connection to a callback was like. */
export type Reached = {
  readonly kind: 'reached';
  readonly addresses: readonly string[];
  readonly tcpMs: number;
  readonly tlsMs: number;
  /** The version of TLS. */
  readonly protocol: string;
  /** When the certificate expires, in ms since 1970. */
  readonly validTo?: number;
};

type Parameters = readonly (readonly [string, string])[];

export type GetLimits = {
  /** No more than one byte beyond is read of the answer. */
  readonly maxBytes: number;
  /** Asked before a connection is made. */
  readonly admit?: Admit;
};

/** Requests to callbacks, the servers of strangers: bounded in time and size, never redirected. */
export type CallbackClient = {
  /** GET of a callback with our parameters behind its own query. */
  get(
    callback: string,
    parameters: Parameters,
    limits: GetLimits,
  ): Promise<AnsweredWithBody | Unreached>;
  /** POST of a body. What the answer holds beside its head is not read. */
  post(
    callback: string,
    headers: Readonly<Record<string, string>>,
    body: Pieces,
  ): Promise<Answered | Unreached>;
  /** Connects, and sends no request. */
  probe(callback: string): Promise<Reached | Unreached>;
  /** Ends all connections. Requests in flight end as unreached. */
  close(): Promise<void>;
};

export type CallbackClientOptions = {
  readonly userAgent: string;
  /**
   * For a whole delivery, from the name to the head of the answer; and for a whole verification, to
   * its end, unless that has less.
   */
  readonly timeoutMs: number;
  readonly rules: CallbackRules;
  readonly connectionsPerHost: number;
  readonly resolve?: ResolveName;
  /** For tests: the authority that is trusted in place of the usual ones. */
  readonly ca?: string | Buffer;
  /** For tests: what opens connections to addresses that were judged. */
  readonly connect?: OpenSocket;
};

/** Connecting ends before the whole does, so that it is known how far a request got. */
const CONNECT_SHARE = 0.8;

/**
 * Requests by undici. Deliveries keep their connections for a while; each verification makes its
 * own, so that it is judged and admitted again. Environment variables for proxies do nothing.
 */
export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const { rules, timeoutMs } = options;
  const verificationTimeoutMs = Math.min(timeoutMs, MAX_VERIFICATION_MS);
  const open = options.connect ?? createOpenTls(options.ca);
  const resolve = options.resolve ?? createResolveName();
  const userAgent = { 'user-agent': options.userAgent };
  const closing = new AbortController();
  const parse = createCallbackParser(rules);

  const guard = (wholeMs: number, admit?: Admit): ConnectionRules => ({
    ...{ resolve, isAllowed: rules.isAllowed, admit, open, closing: closing.signal },
    timeoutMs: wholeMs * CONNECT_SHARE,
  });

  const agent = createDeliveryAgent({
    ...options,
    connect: createGuardedConnect(guard(timeoutMs)),
  });

  /**
   * Does work within the time of a verification, where requests may be sent to the callback; what is
   * thrown becomes what was not reached.
   */
  async function reachSoon<Answer>(
    callback: string,
    work: (url: CallbackUrl, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | Unreached> {
    const url = parse(callback);
    if ('problem' in url) return refuse(url.problem);
    try {
      return await withinTime(verificationTimeoutMs, (signal) => work(url, signal), closing.signal);
    } catch (error) {
      return describeFault(error);
    }
  }

  return {
    get: (callback, parameters, { maxBytes, admit }) =>
      reachSoon(callback, async ({ origin, target }, signal) => {
        const client = new Client(origin, {
          ...REQUEST_LIMITS,
          connect: createGuardedConnect(guard(verificationTimeoutMs, admit)),
          // A connection then takes one request.
          pipelining: 0,
        });
        signal.addEventListener('abort', () => void client.destroy());
        const request = { path: appendQuery(target, parameters), headers: userAgent };
        try {
          const answer = await client.request({ ...request, method: 'GET', signal });
          const head = readHead(answer);
          // No body is read of an answer that refuses.
          const body = isSuccess(head) ? await readBeginning(answer, maxBytes) : Buffer.alloc(0);
          return { ...head, body };
        } finally {
          await client.destroy();
        }
      }),
    post: (callback, headers, body) => {
      const url = parse(callback);
      if ('problem' in url) return Promise.resolve(refuse(url.problem));
      const taker = new HeadTaker(timeoutMs);
      const length = String(lengthOf(body));
      agent.dispatch(
        {
          method: 'POST',
          origin: url.origin,
          path: url.target,
          headers: { ...headers, ...userAgent, 'content-length': length },
          body: bodyInParts(body),
        },
        taker,
      );
      return taker.head;
    },
    probe: (callback) =>
      reachSoon(callback, async ({ origin }) => {
        const url = new URL(origin);
        const { host, port, protocol } = url;
        const options = { hostname: hostIn(url), host, port, protocol };
        const made = await connectGuarded(options, guard(verificationTimeoutMs));
        const { socket, tcpMs, tlsMs } = made;
        const addresses = made.addresses.map(({ address }) => address);
        const reached = { addresses, tcpMs, tlsMs, ...describeTls(socket) };
        socket.destroy();
        return { kind: 'reached', ...reached };
      }),
    close: async () => {
      const reason = new Error('The hub is closing.');
      closing.abort(Object.assign(reason, { code: 'UND_ERR_CLOSED' }));
      await agent.destroy();
    },
  };
}

function refuse(message: string): Unreached {
  return { kind: 'unreached', fault: 'address', code: undefined, message };
}

function describeTls(socket: unknown): Pick<Reached, 'protocol' | 'validTo'> {
  if (!(socket instanceof TLSSocket)) return { protocol: 'none' };
  const validTo = Date.parse(socket.getPeerCertificate().valid_to);
  const protocol = socket.getProtocol() ?? 'none';
  return Number.isNaN(validTo) ? { protocol } : { protocol, validTo };
}

/** An idle connection is closed after this, whatever the subscriber would like. */
const KEEP_ALIVE_MS = 4000;

type AgentOptions = Pick<CallbackClientOptions, 'connectionsPerHost'> & {
  readonly connect: buildConnector.connector;
  readonly keepAliveMs?: number;
};

/** Keeps connections for a while, and nothing of a host that has none. */
export function createDeliveryAgent(options: AgentOptions): Agent {
  const { connect, connectionsPerHost, keepAliveMs = KEEP_ALIVE_MS } = options;
  return new Agent({
    ...REQUEST_LIMITS,
    connect,
    connections: connectionsPerHost,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
}

/** What undici itself holds requests to. Of their times it knows none: the limit of the whole holds. */
const REQUEST_LIMITS = {
  allowH2: false,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** Above this a body is sent in parts, of this size. */
const PART_BYTES = 256 * 1024;

function* cut(body: Pieces) {
  for (const piece of body) {
    for (let start = 0; start < piece.length; start += PART_BYTES) {
      yield piece.subarray(start, start + PART_BYTES);
    }
  }
}

/**
 * A body as undici sends it, a large one in parts that are no copies. A socket encrypts at once
 * whatever it is given: a large body for many slow subscribers would be a copy for each.
 */
export function bodyInParts(body: Pieces): Uint8Array | Readable {
  if (lengthOf(body) <= PART_BYTES) return joinPieces(body);
  return Readable.from(cut(body), { objectMode: true });
}
