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

/** On everything: any page may use it, and nobody takes it for another type than it has. */
const SHARED_SECURITY: RawHeaders = [
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
];

/** Should a browser show data as a document, that loads and runs nothing. */
export const DATA_SECURITY: RawHeaders = [
  'Content-Security-Policy',
  "default-src 'none'",
  ...SHARED_SECURITY,
];

/**
 * What browsers ask people for, and what else reaches beyond a page; no page here does. Only names that
 * the list of features of Permissions Policy has as standardised: browsers warn of those they do not
 * know.
 */
const FEATURES_OFF = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Pages and their errors: documents, which get nothing but what their policy names. */
function pageSecurity(policy: readonly string[]): RawHeaders {
  return [
    'Content-Security-Policy',
    policy.join(';'),
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Origin-Agent-Cluster',
    '?1',
    // Permissions Policy §5.1; clipboard-write stays, for the buttons that copy.
    'Permissions-Policy',
    FEATURES_OFF.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy',
    'no-referrer',
    ...SHARED_SECURITY,
  ];
}

export const PAGE_SECURITY: RawHeaders = pageSecurity([
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
]);

/** For a page that holds its style itself: allowed is just that one, by its digest (CSP §2.3.1). */
export function faultPageSecurity(styleSha256: string): RawHeaders {
  return pageSecurity([
    "default-src 'none'",
    `style-src 'sha256-${styleSha256}'`,
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ]);
}

/** Header names and values in turn as the lines of a head (RFC 9112 §5). */
export function formatFields(headers: RawHeaders): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  return lines;
}
