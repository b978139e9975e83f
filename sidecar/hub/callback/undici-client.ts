import { Readable } from 'node:stream';
import { Agent, type buildConnector, Client } from 'undici';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import type { PortRange } from '../hub-settings.ts';
import { type CallbackClient, isSuccess, type Unreached } from './callback-client.ts';
import { appendQuery, type CallbackUrl, parseCallback } from './callback-url.ts';
import { createOpenTls, type OpenSocket } from './connect.ts';
import { describeFault } from './describe-fault.ts';
import { type Admit, createGuardedConnect, takesConnection } from './guarded-connect.ts';
import type { JudgeAddress } from './judge-address.ts';
import { dump, readBeginning, readHead, withinTime } from './read-answer.ts';
import type { ResolveName } from './resolve-name.ts';

export type CallbackClientOptions = {
  readonly userAgent: string;
  /** For a whole delivery, from the name to the head of the answer. */
  readonly timeoutMs: number;
  /** For a whole verification, from the name to the end of the answer. */
  readonly verificationTimeoutMs: number;
  readonly isAllowed: JudgeAddress;
  /** All where none are given. */
  readonly ports?: readonly PortRange[];
  readonly resolve: ResolveName;
  readonly connectionsPerHost: number;
  /** Asked before each verification. */
  readonly admit?: Admit;
  /** For tests: the authority that is trusted in place of the usual ones. */
  readonly ca?: string | Buffer;
  /** For tests: what opens connections to addresses that were judged. */
  readonly connect?: OpenSocket;
};

const ALL_PORTS: readonly PortRange[] = [{ first: 1, last: 65_535 }];
const CONNECT_MS = 5000;
/** Connecting ends before the whole does, so that it is known how far a request got. */
const CONNECT_SHARE = 0.8;

/**
 * Requests by undici. Deliveries keep their connections for a while; each verification makes its
 * own, so that it is judged and admitted again. Environment variables for proxies mean nothing here.
 */
export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const { isAllowed, ports = ALL_PORTS, resolve, timeoutMs, verificationTimeoutMs } = options;
  const open = options.connect ?? createOpenTls(options.ca);
  const userAgent = { 'user-agent': options.userAgent };
  const closing = new AbortController();
  const verifying = new Set<Client>();

  function guard(wholeMs: number, admit?: Admit): buildConnector.connector {
    const timeoutMs = Math.min(CONNECT_MS, wholeMs * CONNECT_SHARE);
    const closed = closing.signal;
    return createGuardedConnect({ resolve, isAllowed, admit, open, closing: closed, timeoutMs });
  }

  const connectToDeliver = guard(timeoutMs);
  const agent = createDeliveryAgent({ ...options, connect: connectToDeliver });
  const verification = {
    ...limitRequests(verificationTimeoutMs),
    connect: guard(verificationTimeoutMs, options.admit),
    // A connection then takes one request.
    pipelining: 0,
  };

  /** Sends where the callback may be sent to; what is thrown becomes what was not reached. */
  async function send<Answer>(
    callback: string,
    ask: (url: CallbackUrl) => Promise<Answer>,
  ): Promise<Answer | Unreached> {
    const url = parseCallback(callback, { ports, isAllowed });
    if ('problem' in url) return { kind: 'unreached', fault: 'blocked', message: url.problem };
    try {
      closing.signal.throwIfAborted();
      return await ask(url);
    } catch (error) {
      return describeFault(error);
    }
  }

  return {
    get: (callback, parameters, maxBytes) =>
      send(callback, async ({ origin, target }) => {
        const client = new Client(origin, verification);
        verifying.add(client);
        const request = { path: appendQuery(target, parameters), headers: userAgent };
        try {
          return await withinTime(verificationTimeoutMs, async (signal) => {
            const answer = await client.request({ ...request, method: 'GET', signal });
            const head = readHead(answer);
            // No body is read of an answer that refuses.
            const body = isSuccess(head) ? await readBeginning(answer, maxBytes) : Buffer.alloc(0);
            return { ...head, body };
          });
        } finally {
          verifying.delete(client);
          await client.destroy();
        }
      }),
    post: (callback, headers, body) =>
      send(callback, ({ origin, target }) =>
        withinTime(timeoutMs, async (signal) => {
          const answer = await agent.request({
            origin,
            path: target,
            method: 'POST',
            headers: { ...headers, ...userAgent, 'content-length': String(lengthOf(body)) },
            body: bodyInParts(body),
            signal,
          });
          dump(answer);
          return readHead(answer);
        }),
      ),
    canReach: async (callback) => {
      const url = parseCallback(callback, { ports, isAllowed });
      return !('problem' in url) && (await takesConnection(url, connectToDeliver));
    },
    close: async () => {
      const reason = new Error('The hub is closing.');
      closing.abort(Object.assign(reason, { code: 'UND_ERR_CLOSED' }));
      await Promise.all([agent.destroy(), ...[...verifying].map((client) => client.destroy())]);
    },
  };
}

/** An idle connection is closed after this, whatever the subscriber would like. */
const KEEP_ALIVE_MS = 4000;

type AgentOptions = Pick<CallbackClientOptions, 'timeoutMs' | 'connectionsPerHost'> & {
  readonly connect: buildConnector.connector;
  readonly keepAliveMs?: number;
};

/** Keeps connections for a while, and nothing of a host that has none. */
export function createDeliveryAgent(options: AgentOptions): Agent {
  const { connect, timeoutMs, connectionsPerHost, keepAliveMs = KEEP_ALIVE_MS } = options;
  return new Agent({
    ...limitRequests(timeoutMs),
    connect,
    connections: connectionsPerHost,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
}

const HEADERS_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The limits that undici itself holds for requests that may take so long as a whole. */
function limitRequests(wholeMs: number) {
  return {
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // undici's timers are coarse and may come early; where the whole ends as soon, it is enough.
    headersTimeout: wholeMs > HEADERS_MS ? HEADERS_MS : 0,
    // A byte now and then would satisfy it. The limit of the whole holds instead.
    bodyTimeout: 0,
  };
}

/** Above this a body is sent in parts. */
const WHOLE_BYTES = 1024 * 1024;
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
  if (lengthOf(body) <= WHOLE_BYTES) return joinPieces(body);
  return Readable.from(cut(body), { objectMode: true });
}
