/** Header names and values in turn, as node:http writes them fastest. */
export type RawHeaders = readonly string[];

/** What scripts of other origins may read (Fetch §3.3.4). */
const EXPOSED =
  'ETag, Last-Modified, Link, Accept-Ranges, Content-Range, RateLimit, RateLimit-Policy, Retry-After';

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

/** Search, stats, since and changes. */
export const ANSWER_CACHE: RawHeaders = ['Cache-Control', 'public, max-age=60'];

/** On everything: any page may use it, and only as the type that it has. */
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
 * What browsers ask people for, and what else reaches beyond a page: no page here does. All names are
 * standardised features of Permissions Policy, as browsers warn of others.
 */
const FEATURES_OFF = `accelerometer camera display-capture encrypted-media fullscreen geolocation
  gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture
  publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking`.split(/\s+/);

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

/** For a page that holds its style itself, which is allowed by its digest (CSP §2.3.1). */
export function faultPageSecurity(styleSha256: string): RawHeaders {
  return pageSecurity([
    "default-src 'none'",
    `style-src 'sha256-${styleSha256}'`,
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ]);
}

/** Headers as the lines of a head (RFC 9112 §5). */
export function formatFields(headers: RawHeaders): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  return lines;
}

/** Of an answer that is purged with any review. */
export const ALL_REVIEWS: RawHeaders = ['Cache-Tag', 'reviews', 'Surrogate-Key', 'reviews'];

/** An answer that shows more reviews than this is purged with any of them. */
export const MAX_NAMED = 50;

/**
 * The headers by which a CDN can purge an answer when a review changes or is taken down: `r-<id>`
 * for each review that it shows, or `reviews` where these are many. Cloudflare and Akamai read
 * Cache-Tag, with commas; Fastly and Varnish read Surrogate-Key, with blanks.
 */
export function cacheTags(ids: readonly string[]): RawHeaders {
  if (ids.length === 0) return [];
  if (ids.length > MAX_NAMED) return ALL_REVIEWS;
  const tags = ids.map((id) => `r-${id}`);
  return ['Cache-Tag', tags.join(','), 'Surrogate-Key', tags.join(' ')];
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const IMF_FIXDATE = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC_850 = /^\w{6,9}, (\d{2})-(\w{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^\w{3} (\w{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/**
 * Reads an HTTP-date in any of its three forms (RFC 9110 §5.6.7) as milliseconds since 1970.
 * Anything else is undefined, as a recipient must ignore it.
 */
export function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const fixed = IMF_FIXDATE.exec(text);
  if (fixed) return instantOf(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const obsolete = RFC_850.exec(text);
  if (obsolete)
    return instantOf(fullYear(obsolete[3]), obsolete[2], obsolete[1], obsolete.slice(4));
  const asctime = ASCTIME.exec(text);
  if (asctime) return instantOf(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
  return undefined;
}

export function formatHttpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

/** When a message is sent, as its Date field (RFC 9110 §6.6.1) and in milliseconds since 1970. */
type MessageDate = { readonly time: number; readonly text: string };

let latest: MessageDate = { time: 0, text: formatHttpDate(0) };

/** The date of a message that is sent now, made once a second. */
export function messageDate(now: number): MessageDate {
  const time = Math.floor(now / 1000) * 1000;
  if (time !== latest.time) latest = { time, text: formatHttpDate(time) };
  return latest;
}

/** Two digits as a year between 1970 and 2069: nothing on the web is older. */
function fullYear(digits = ''): string {
  return Number(digits) >= 70 ? `19${digits}` : `20${digits}`;
}

function instantOf(
  year = '',
  month = '',
  day = '',
  [hours = '', minutes = '', seconds = '']: string[],
): number | undefined {
  const index = MONTHS.indexOf(month) / 3;
  if (!Number.isInteger(index) || index < 0) return undefined;
  const parts = [year, day, hours, minutes, seconds].map(Number);
  const [y = 0, d = 0, h = 0, m = 0, s = 0] = parts;
  // A leap second is written as the sixtieth. The setters know years before 100, Date.UTC does not.
  if (h > 23 || m > 59 || s > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(y, index, d);
  return date.getUTCDate() === d ? date.setUTCHours(h, m, s) : undefined;
}

/** The media ranges of an Accept field, each with its quality from 0 to 1 (RFC 9110 §12.5.1). */
export function qualitiesIn(accept: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>();
  for (const member of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = member.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.slice(2)) || 0;
    qualities.set(range, Math.max(quality, qualities.get(range) ?? 0));
  }
  return qualities;
}

/** The quality of a media type: that of the range which names it most closely, 0 where none does. */
export function qualityOf(type: string, qualities: ReadonlyMap<string, number>): number {
  const ranges = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  const closest = ranges.find((range) => qualities.has(range));
  return closest === undefined ? 0 : (qualities.get(closest) ?? 0);
}

/** Whether a client takes media types; one that sends no Accept takes any. */
export function accepts(accept: string | undefined, types: readonly string[]): boolean {
  if (accept === undefined) return true;
  const qualities = qualitiesIn(accept);
  return types.every((type) => qualityOf(type, qualities) > 0);
}
