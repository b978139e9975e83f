import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Header names and values in turn, as node:http writes them fastest. */
export type RawHeaders = readonly string[];

/** What scripts of other origins may read (Fetch §3.3.4). */
const EXPOSED =
  'ETag, Last-Modified, Link, Content-Range, RateLimit, RateLimit-Policy, Retry-After';

export const CORS_HEADERS: RawHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED,
];

/** For a preflight: what a request of another origin may be. */
export function preflightHeaders(methods: string): RawHeaders {
  return [
    ...CORS_HEADERS,
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    // Fetch §3.3.3: the wildcard stands for all but Authorization, which is ignored here.
    '*, Authorization',
    'Access-Control-Max-Age',
    '86400',
  ];
}

/**
 * Artifacts and pages. Short, and without stale-if-error: what was taken down must not come back out
 * of a cache. s-maxage would forbid serving stale (RFC 9111 §5.2.2.10).
 */
export const PUBLISHED_CACHE: RawHeaders = [
  'Cache-Control',
  'public, max-age=60, stale-while-revalidate=60',
];

/** Files whose name holds a hash of their content. */
export const IMMUTABLE_CACHE: RawHeaders = ['Cache-Control', 'public, max-age=31536000, immutable'];

/** Search and since. */
export const ANSWER_CACHE: RawHeaders = ['Cache-Control', 'public, max-age=60'];

/** Data may be used by any page; pages allow nothing but their own files. */
export const DATA_SECURITY: RawHeaders = securityHeaders({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
});
export const PAGE_SECURITY: RawHeaders = securityHeaders({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      baseUri: ["'none'"],
    },
  },
});

/** For a page that holds its style itself: allowed is just that one, by its digest (CSP §2.3.1). */
export function faultPageSecurity(styleSha256: string): RawHeaders {
  const directives = { defaultSrc: ["'none'"], styleSrc: [`'sha256-${styleSha256}'`] };
  return securityHeaders({ contentSecurityPolicy: { useDefaults: false, directives } });
}

/** What helmet would set on a response, once for all of them. */
function securityHeaders(options: Parameters<typeof helmet>[0]): RawHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const protect = helmet({ crossOriginResourcePolicy: { policy: 'cross-origin' }, ...options });
  protect(response.req, response, () => {});
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
