import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { HttpError } from './http-error.ts';

/** Far above any search; a longer URL is a mistake or an attack. */
export const MAX_URL_BYTES = 8192;

/** A household or a site has a prefix of this length at least, and with it 2^72 addresses. */
const IPV6_SUBNET = 56;

/** Who asks from an address, as far as limits are concerned. */
export function clientOf(address = ''): string {
  return ipKeyGenerator(address, IPV6_SUBNET);
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

/**
 * Counts requests a client and minute, in the headers of draft-ietf-httpapi-ratelimit-headers, and
 * refuses what goes beyond with 429 and Retry-After. A limit of 0 lets everything pass.
 */
export function limitRate({ rateLimitPerMinute, identifier = 'api' }: RateLimit): RequestHandler {
  if (rateLimitPerMinute === 0) return (_request, _response, next) => next();
  return rateLimit({
    windowMs: 60_000,
    limit: rateLimitPerMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier,
    ipv6Subnet: IPV6_SUBNET,
    // Whoever sends the header is not believed unless TRUST_PROXY says so; that needs no warning.
    validate: { xForwardedForHeader: false },
    handler: (_request, response) => {
      const seconds = String(response.getHeader('Retry-After') ?? 60);
      throw new HttpError(429, `Wait ${seconds} seconds, as Retry-After says, and ask again.`);
    },
  });
}
