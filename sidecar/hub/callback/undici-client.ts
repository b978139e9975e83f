import { type buildConnector, Client } from 'undici';
import { lengthOf } from '#search/pieces.ts';
import type { PortRange } from '../hub-settings.ts';
import { appendQuery } from './append-query.ts';
import { bodyInParts } from './body-in-parts.ts';
import { type CallbackClient, isSuccess, type Unreached } from './callback-client.ts';
import { type CallbackUrl, parseCallback } from './callback-url.ts';
import { createDeliveryAgent } from './delivery-agent.ts';
import { describeFault } from './describe-fault.ts';
import { type Admit, createGuardedConnect } from './guarded-connect.ts';
import type { JudgeAddress } from './judge-address.ts';
import { createOpenTls, type OpenSocket } from './open-tls.ts';
import { dump, readBeginning, readHead } from './read-answer.ts';
import type { ResolveName } from './resolve-name.ts';
import { takesConnection } from './takes-connection.ts';
import { limitRequests } from './undici-limits.ts';
import { withinTime } from './within-time.ts';

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
/** Connecting ends before the whole does, so that it is known how far a request came. */
const CONNECT_SHARE = 0.8;

/** A verification over a connection of its own. Of an answer that is none, no body is read. */
async function verify(
  client: Client,
  request: { readonly path: string; readonly headers: Record<string, string> },
  signal: AbortSignal,
  maxBytes: number,
) {
  const answer = await client.request({ ...request, method: 'GET', signal });
  const head = readHead(answer);
  const body = isSuccess(head) ? await readBeginning(answer, maxBytes) : Buffer.alloc(0);
  return { ...head, body };
}

/**
 * Requests by undici. Deliveries keep their connections for a while; each verification makes its
 * own, so that it is judged and admitted anew. Environment variables for proxies mean nothing here.
 */
export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const { isAllowed, ports = ALL_PORTS, resolve, timeoutMs, verificationTimeoutMs } = options;
  const open = options.connect ?? createOpenTls(options.ca);
  const userAgent = { 'user-agent': options.userAgent };
  const closing = new AbortController();
  const verifying = new Set<Client>();

  function guard(wholeMs: number, admit?: Admit): buildConnector.connector {
    const connectMs = Math.min(CONNECT_MS, wholeMs * CONNECT_SHARE);
    const rules = { resolve, isAllowed, admit, open, closing: closing.signal };
    return createGuardedConnect({ ...rules, timeoutMs: connectMs });
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
        try {
          const request = { path: appendQuery(target, parameters), headers: userAgent };
          return await withinTime(verificationTimeoutMs, (signal) =>
            verify(client, request, signal, maxBytes),
          );
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
