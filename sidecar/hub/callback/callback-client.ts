import { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { MAX_VERIFICATION_MS } from '../hub-settings.ts';
import {
  type Answered,
  type AnsweredWithBody,
  isSuccess,
  REQUEST_OPTIONS,
  readBeginning,
  readHead,
} from './callback-answer.ts';
import {
  appendQuery,
  type CallbackRules,
  type CallbackUrl,
  hostIn,
  type Parameters,
  parseCallback,
} from './callback-url.ts';
import { bodyInParts, createDeliveryAgent, takeHead } from './delivery-agent.ts';
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

/** The properties of a connection to a callback. */
type Reached = {
  readonly kind: 'reached';
  readonly addresses: readonly string[];
  readonly tcpMs: number;
  readonly tlsMs: number;
  /** The version of TLS. */
  readonly protocol: string;
  /** The time when the certificate expires, in ms since 1970. */
  readonly validTo?: number;
};

export type GetLimits = {
  /** At most one byte beyond this is read of the answer. */
  readonly maxBytes: number;
  /** Called before a connection is made. */
  readonly admit?: Admit;
};

/** Requests to callbacks, the servers of strangers: bounded in time and size, never redirected. */
export type CallbackClient = {
  /** GETs a callback with our parameters after its own query. */
  get(
    callback: string,
    parameters: Parameters,
    limits: GetLimits,
  ): Promise<AnsweredWithBody | Unreached>;
  /** POSTs a body. Only the head of the answer is read. */
  post(
    callback: string,
    headers: Readonly<Record<string, string>>,
    body: Pieces,
  ): Promise<Answered | Unreached>;
  /** Connects without sending a request. */
  probe(callback: string): Promise<Reached | Unreached>;
  /** Ends all connections. Requests in flight end as unreached. */
  close(): Promise<void>;
};

export type CallbackClientOptions = {
  readonly userAgent: string;
  /**
   * For a whole delivery, from the name to the head of the answer, and for a whole verification,
   * unless its own limit is shorter.
   */
  readonly timeoutMs: number;
  readonly rules: CallbackRules;
  readonly connectionsPerHost: number;
  readonly resolve?: ResolveName;
  /** For tests: an authority that is trusted in place of the usual ones. */
  readonly ca?: string | Buffer;
  /** For tests: opens connections to addresses that were judged. */
  readonly connect?: OpenSocket;
};

/** Connecting must end before the whole does, so that the failed step is known. */
const CONNECT_SHARE = 0.8;

const REFUSED: Unreached = { kind: 'unreached', fault: 'address', code: undefined };

/**
 * Sends requests with undici. Deliveries keep their connections for a while; each verification
 * makes its own, so that it is judged and admitted again. Environment variables for proxies have no
 * effect.
 */
export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const { rules, timeoutMs } = options;
  const soonMs = Math.min(timeoutMs, MAX_VERIFICATION_MS);
  const open = options.connect ?? createOpenTls(options.ca);
  const resolve = options.resolve ?? createResolveName();
  const userAgent = { 'user-agent': options.userAgent };
  const closing = new AbortController();

  const guard = (wholeMs: number, admit?: Admit): ConnectionRules => ({
    ...{ resolve, isAllowed: rules.isAllowed, admit, open, closing: closing.signal },
    timeoutMs: wholeMs * CONNECT_SHARE,
  });

  const connect = createGuardedConnect(guard(timeoutMs));
  const agent = createDeliveryAgent(connect, options.connectionsPerHost);

  /**
   * Works within the time of a verification if the callback may be called, or returns the reason
   * why not.
   */
  async function reachSoon<Answer>(
    callback: string,
    work: (url: CallbackUrl, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | Unreached> {
    const url = parseCallback(callback, rules);
    if ('problem' in url) return REFUSED;
    try {
      return await withinTime(soonMs, (signal) => work(url, signal), closing.signal);
    } catch (error) {
      return describeFault(error);
    }
  }

  return {
    get: async (callback, parameters, { maxBytes, admit }) => {
      let hasHead = false;
      const result = await reachSoon(callback, async ({ origin, target }, signal) => {
        const client = new Client(origin, {
          ...REQUEST_OPTIONS,
          connect: createGuardedConnect(guard(soonMs, admit)),
          // A connection then takes one request.
          pipelining: 0,
        });
        signal.addEventListener('abort', () => void client.destroy());
        const path = appendQuery(target, parameters);
        try {
          const answer = await client.request({ path, headers: userAgent, method: 'GET', signal });
          hasHead = true;
          const head = readHead(answer);
          // The body of a refusal is not read.
          const body = await readBeginning(answer.body, isSuccess(head) ? maxBytes : 0);
          return { ...head, body };
        } finally {
          await client.destroy();
        }
      });
      const isCut = result.kind === 'unreached' && result.fault === 'response' && hasHead;
      return isCut ? { ...result, code: 'UNFINISHED' } : result;
    },
    post: (callback, headers, body) => {
      const url = parseCallback(callback, rules);
      if ('problem' in url) return Promise.resolve(REFUSED);
      const sent = { ...headers, ...userAgent, 'content-length': String(lengthOf(body)) };
      const where = { origin: url.origin, path: url.target, method: 'POST' } as const;
      const request = { ...where, headers: sent, body: bodyInParts(body) };
      return takeHead(agent, request, timeoutMs);
    },
    probe: (callback) =>
      reachSoon(callback, async ({ origin }) => {
        const url = new URL(origin);
        const { host, port, protocol } = url;
        const options = { hostname: hostIn(url), host, port, protocol };
        const { socket, addresses, ...times } = await connectGuarded(options, guard(soonMs));
        const reached = { ...times, ...describeTls(socket) };
        socket.destroy();
        return { kind: 'reached', addresses: addresses.map(({ address }) => address), ...reached };
      }),
    close: async () => {
      const reason = new Error('The hub is closing.');
      closing.abort(Object.assign(reason, { code: 'UND_ERR_CLOSED' }));
      await agent.destroy();
    },
  };
}

function describeTls(socket: unknown): Pick<Reached, 'protocol' | 'validTo'> {
  if (!(socket instanceof TLSSocket)) return { protocol: 'none' };
  const validTo = Date.parse(socket.getPeerCertificate().valid_to);
  const protocol = socket.getProtocol() ?? 'none';
  return Number.isNaN(validTo) ? { protocol } : { protocol, validTo };
}
