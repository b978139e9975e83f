import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { HttpError } from './http-error.ts';
import { RequestCounts } from './request-counts.ts';

/** Far above any search; a longer URL is a mistake or an attack. */
export const MAX_URL_BYTES = 8192;

/** A household or a site has a prefix of this length at least, and with it 2^72 addresses. */
const IPV6_SUBNET_BYTES = 56 / 8;

/** Who asks from an address, as far as limits are concerned. */
export function clientOf(address = ''): string {
  if (!isIPv6(address)) return address;
  // What is IPv4 and was carried in IPv6 is IPv4 again.
  const known = ipaddr.process(address);
  if (known.kind() === 'ipv4') return known.toString();
  return Buffer.from(known.toByteArray().slice(0, IPV6_SUBNET_BYTES)).toString('hex');
}

export type RateLimitSettings = {
  readonly rateLimitPerMinute: number;
  readonly trustProxy: false | number | readonly string[];
};

type RateLimit = {
  /** 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** What is limited, for the headers. */
  readonly identifier?: string;
};

/** Refuses long URLs with 414. */
export const limitUrl: RequestHandler = (request, _response, next) => {
  if (request.originalUrl.length <= MAX_URL_BYTES) return next();
  const detail = `The URL has more than ${MAX_URL_BYTES} bytes; shorten it.`;
  throw new HttpError(414, detail);
};

const WINDOW_MS = 60_000;
/**
 * Answers that nothing changed are not counted, so that whoever asks politely may ask often; they
 * cost work all the same, so that beyond so many times the limit they are.
 */
const FREE_TIMES = 10;

/** What gives a request back that was counted. */
const givenBack = new WeakMap<ServerResponse, () => void>();

/**
 * Counts requests a client and minute, in the headers of draft-ietf-httpapi-ratelimit-headers-08,
 * and refuses what goes beyond with 429 and Retry-After. A limit of 0 lets everything pass. `now`:
 * milliseconds, of a clock that only goes on.
 */
export function limitRate(
  { rateLimitPerMinute: limit, identifier = 'api' }: RateLimit,
  now = () => performance.now(),
): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next();
  const counts = new RequestCounts(WINDOW_MS);
  const policy = `"${identifier}"; q=${limit}; w=${WINDOW_MS / 1000}`;
  return (request, response, next) => {
    const time = now();
    const count = counts.of(clientOf(request.ip), time);
    const seconds = Math.ceil((count.resetAt - time) / 1000);
    const tell = () => {
      const left = Math.max(0, limit - count.used);
      response.setHeader('RateLimit', `"${identifier}"; r=${left}; t=${seconds}`);
    };
    count.used += 1;
    tell();
    response.setHeader('RateLimit-Policy', policy);
    if (count.used > limit) {
      response.setHeader('Retry-After', String(seconds));
      throw new HttpError(429, `Wait ${seconds} seconds, as Retry-After says, and ask again.`);
    }
    givenBack.set(response, () => {
      if (count.free >= limit * FREE_TIMES) return;
      count.free += 1;
      count.used -= 1;
      tell();
    });
    next();
  };
}

/** A request is answered that nothing changed: it does not count. Before its answer is sent. */
export function giveBack(response: ServerResponse): void {
  givenBack.get(response)?.();
}
