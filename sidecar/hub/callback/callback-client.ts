import { Client } from 'undici';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { MAX_VERIFICATION_MS } from '../hub-settings.ts';
import { type Answered, REQUEST_OPTIONS } from './callback-answer.ts';
import { appendQuery, type CallbackRules, type Parameters, parseCallback } from './callback-url.ts';
import { bodyInParts, createDeliveryAgent, exchange } from './delivery-agent.ts';
import type { Unreached } from './fault.ts';
import {
  type Admit,
  type ConnectionRules,
  createGuardedConnect,
  createOpenTls,
  createResolveName,
  type OpenSocket,
  type ResolveName,
} from './guarded-connect.ts';

export type GetLimits = {
  /** At most one byte beyond this is read of the answer. */
  readonly maxBytes: number;
  /** Called before a connection is made. */
  readonly admit?: Admit;
};

/** Requests to callbacks, the servers of strangers: bounded in time and size, never redirected. */
export type CallbackClient = ReturnType<typeof createCallbackClient>;

export type CallbackClientOptions = {
  readonly userAgent: string;
  /** For a whole delivery, from the name to the head of the answer; a verification may get less. */
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
 * makes its own, so that it is judged and admitted again. Proxies of the environment have no
 * effect.
 */
export function createCallbackClient(options: CallbackClientOptions) {
  const { rules, timeoutMs } = options;
  const soonMs = Math.min(timeoutMs, MAX_VERIFICATION_MS);
  const open = options.connect ?? createOpenTls(options.ca);
  const resolve = options.resolve ?? createResolveName();
  const userAgent = { 'user-agent': options.userAgent };
  const closing = new AbortController();
  const verifying = new Set<Client>();

  const guard = (wholeMs: number, admit?: Admit): ConnectionRules => ({
    ...{ resolve, isAllowed: rules.isAllowed, admit, open, closing: closing.signal },
    timeoutMs: wholeMs * CONNECT_SHARE,
  });

  const connect = createGuardedConnect(guard(timeoutMs));
  const agent = createDeliveryAgent(connect, options.connectionsPerHost);

  return {
    /** GETs a callback with our parameters after its own query. */
    get: async (
      callback: string,
      parameters: Parameters,
      { maxBytes, admit }: GetLimits,
    ): Promise<Answered | Unreached> => {
      const url = parseCallback(callback, rules);
      if ('problem' in url) return REFUSED;
      // With pipelining, a connection would take more than one request.
      const connect = createGuardedConnect(guard(soonMs, admit));
      const client = new Client(url.origin, { ...REQUEST_OPTIONS, connect, pipelining: 0 });
      verifying.add(client);
      const path = appendQuery(url.target, parameters);
      const request = { path, headers: userAgent, method: 'GET' } as const;
      const answer = await exchange(client, request, { ms: soonMs, maxBytes });
      verifying.delete(client);
      await client.destroy();
      return answer;
    },
    /** POSTs a body. Only the head of the answer is read. */
    post: async (
      callback: string,
      headers: Readonly<Record<string, string>>,
      body: Pieces,
    ): Promise<Answered | Unreached> => {
      const url = parseCallback(callback, rules);
      if ('problem' in url) return REFUSED;
      const sent = { ...headers, ...userAgent, 'content-length': String(lengthOf(body)) };
      const where = { origin: url.origin, path: url.target, method: 'POST' } as const;
      const request = { ...where, headers: sent, body: bodyInParts(body) };
      return exchange(agent, request, { ms: timeoutMs, maxBytes: 0 });
    },
    /** Ends all connections. Requests in flight end as unreached. */
    close: async () => {
      const reason = Object.assign(new Error('The hub is closing.'), { code: 'UND_ERR_CLOSED' });
      closing.abort(reason);
      await Promise.all([agent, ...verifying].map((one) => one.destroy(reason)));
    },
  };
}
