/** Header names and values alternating, the form that node:http writes fastest. */
export type RawHeaders = readonly string[];

/** The headers that scripts of other origins may read (Fetch §3.3.4). */
const EXPOSED =
  'ETag, Last-Modified, Link, Accept-Ranges, Content-Range, RateLimit, RateLimit-Policy, Retry-After';

export const CORS_HEADERS: RawHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED,
];

/** Returns the answer to OPTIONS, which may be a preflight of CORS (Fetch §3.3.3). */
export function optionsHeaders(methods: readonly string[]): RawHeaders {
  const allowed = methods.join(', ');
  return [
    'Allow',
    allowed,
    'Cache-Control',
    'no-store',
    ...CORS_HEADERS,
    'Access-Control-Allow-Methods',
    allowed,
    'Access-Control-Allow-Headers',
    // Fetch §3.3.3: the wildcard covers all but Authorization, which is ignored here.
    '*, Authorization',
    'Access-Control-Max-Age',
    '86400',
  ];
}

/**
 * For artifacts and pages. Short, and without stale-if-error: a takedown must not come back out of
 * a cache. s-maxage would forbid serving stale (RFC 9111 §5.2.2.10).
 */
export const PUBLISHED_CACHE: RawHeaders = [
  'Cache-Control',
  'public, max-age=60, stale-while-revalidate=60',
];

/** For files whose name contains a hash of their content. */
export const IMMUTABLE_CACHE: RawHeaders = ['Cache-Control', 'public, max-age=31536000, immutable'];

/** For search, stats, since and changes. */
export const ANSWER_CACHE: RawHeaders = ['Cache-Control', 'public, max-age=60'];

/** For every answer: any page may use it, and only as the type that it has. */
const SHARED_SECURITY: RawHeaders = [
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
];

/** A browser that shows data as a document loads and runs nothing. */
export const DATA_SECURITY: RawHeaders = [
  'Content-Security-Policy',
  "default-src 'none'",
  ...SHARED_SECURITY,
];

/**
 * Features that ask people for permission, or reach beyond a page: no page uses them. All names are
 * standardized features of Permissions Policy, as browsers warn of others.
 */
const FEATURES_OFF = `accelerometer camera display-capture encrypted-media fullscreen geolocation
  gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture
  publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking`.split(/\s+/);

/** For pages and their errors: documents that get nothing but what their policy names. */
function pageSecurity(policy: readonly string[]): RawHeaders {
  return [
    'Content-Security-Policy',
    policy.join(';'),
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Origin-Agent-Cluster',
    '?1',
    // Permissions Policy §5.1; clipboard-write stays allowed, for the buttons that copy.
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

/** For a page that contains its own style, which is allowed by its digest (CSP §2.3.1). */
export function faultPageSecurity(styleSha256: string): RawHeaders {
  return pageSecurity([
    "default-src 'none'",
    `style-src 'sha256-${styleSha256}'`,
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ]);
}

/** Returns headers as the lines of a head (RFC 9112 §5). */
export function formatFields(headers: RawHeaders): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  return lines;
}

/** For an answer that is purged with any review. */
export const ALL_REVIEWS: RawHeaders = ['Cache-Tag', 'reviews', 'Surrogate-Key', 'reviews'];

/** An answer that shows more reviews than this is purged with any of them. */
export const MAX_NAMED = 50;

/**
 * Returns the headers by which a CDN can purge an answer when a review changes or is taken down:
 * `r-<id>` for each review that it shows, or `reviews` if there are many. Cloudflare and Akamai
 * read Cache-Tag, with commas; Fastly and Varnish read Surrogate-Key, with spaces.
 */
export function cacheTags(ids: readonly string[]): RawHeaders {
  if (ids.length === 0) return [];
  if (ids.length > MAX_NAMED) return ALL_REVIEWS;
  const tags = ids.map((id) => `r-${id}`);
  return ['Cache-Tag', tags.join(','), 'Surrogate-Key', tags.join(' ')];
}

const DATES = [
  /^[A-Z]\w\w, \d\d [A-Z]\w\w \d{4} \d\d:\d\d:\d\d GMT$/,
  // The obsolete forms, from RFC 850 and asctime().
  /^[A-Z]\w+day, \d\d-[A-Z]\w\w-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z]\w\w [A-Z]\w\w [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

/**
 * Reads an HTTP-date in any of its three forms (RFC 9110 §5.6.7) as milliseconds since 1970.
 * Returns undefined for anything else, as a recipient must ignore it.
 */
export function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !DATES.some((form) => form.test(text))) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  // Date.parse takes February 31 for a day in March.
  const [day = ''] = /\d+/.exec(text) ?? [];
  return new Date(time).getUTCDate() === Number(day) ? time : undefined;
}

export function formatHttpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

/**
 * Returns the members of an Accept or Accept-Encoding field, each with its quality from 0 to 1 (RFC
 * 9110 §12.4.2).
 */
export function qualitiesIn(field: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>();
  for (const member of field.toLowerCase().split(',')) {
    const [range = '', ...parameters] = member.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = weight === undefined ? 1 : Math.min(1, Number(weight.slice(2)) || 0);
    qualities.set(range, Math.max(quality, qualities.get(range) ?? 0));
  }
  return qualities;
}

/**
 * Returns the quality of a media type: the one of the range that names it most closely, 0 if none
 * does.
 */
export function qualityOf(type: string, qualities: ReadonlyMap<string, number>): number {
  const ranges = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  const closest = ranges.find((range) => qualities.has(range));
  return closest === undefined ? 0 : (qualities.get(closest) ?? 0);
}

/** True if a client accepts these media types; one that sends no Accept accepts any. */
export function accepts(accept: string | undefined, types: readonly string[]): boolean {
  if (accept === undefined) return true;
  const qualities = qualitiesIn(accept);
  return types.every((type) => qualityOf(type, qualities) > 0);
}
