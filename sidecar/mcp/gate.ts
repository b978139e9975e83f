import type { IncomingHttpHeaders } from 'node:http';
import type { RawHeaders } from '../http/headers.ts';
import { TokenBuckets } from '../http/token-buckets.ts';
import { refuse } from './rpc-answer.ts';

type Options = {
  readonly baseUrl: string;
  /** The address to listen on. */
  readonly host: string;
  /** Origins of browsers that may call, beside baseUrl's; `*` is all. */
  readonly allowedOrigins: readonly string[];
};

/** Judges the Host and the Origin of a request before the rest of it is read. */
export type Gate = (headers: IncomingHttpHeaders) => RawHeaders;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i;

/**
 * Returns a gate that returns the CORS headers of the answer. It throws an RpcError 403 for a
 * foreign Host, which a page gets by rebinding its own name to this address, and for a page of an
 * Origin that is not allowed (MCP 2025-11-25, basic/transports). Agents send no Origin.
 */
export function createGate({ baseUrl, host, allowedOrigins }: Options): Gate {
  const own = new URL(baseUrl);
  const isLocal = LOOPBACK.test(host);
  const takesAll = allowedOrigins.includes('*');
  const origins = new Set([own.origin, ...allowedOrigins]);

  const isHost = (name: string) => name === own.hostname || (isLocal && LOOPBACK.test(name));
  const isOrigin = (origin: string) => {
    if (takesAll || origins.has(origin)) return true;
    return isLocal && LOOPBACK.test(URL.parse(origin)?.hostname ?? '');
  };

  return ({ host: sent = '', origin }) => {
    // The port does not identify the owner of the name, and proxies change it.
    if (!isHost(sent.replace(/:\d*$/, '').toLowerCase())) {
      throw refuse(403, 'This Host is not served here; use the public address.');
    }
    if (origin === undefined) return [];
    if (isOrigin(origin)) return corsHeaders(takesAll ? '*' : origin);
    const advice = 'The operator can add it to MCP_ALLOWED_ORIGINS.';
    throw refuse(403, `Pages of this Origin may not call this endpoint. ${advice}`);
  };
}

function corsHeaders(origin: string): RawHeaders {
  const exposed = 'Mcp-Session-Id, MCP-Protocol-Version, Retry-After';
  const allow = ['Access-Control-Allow-Origin', origin];
  return [...allow, 'Access-Control-Expose-Headers', exposed, 'Vary', 'Origin'];
}

/** Counts a request of a client. Throws an RpcError 429 if it calls too often. */
export type CountRequest = (client: string) => void;

/** Limits the request rate of each client. `now`: milliseconds, of a monotonic clock. */
export function createRates(perMinute: number, now: () => number): CountRequest {
  const requests = new TokenBuckets({ perMinute, burst: Math.ceil(perMinute / 2) });
  return (client) => {
    const at = now();
    if (requests.take(client, at)) return;
    const seconds = String(Math.ceil(requests.waitFor(client, at) / 1000));
    const message = `Too many requests; wait ${seconds} seconds, as Retry-After says, and try again.`;
    throw refuse(429, message, { 'Retry-After': seconds });
  };
}
