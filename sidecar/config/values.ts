import { z } from 'zod';
import type { TrustProxy } from '../http/client.ts';
import type { PortRange } from '../hub/hub-settings.ts';

/** The types of values of variables; the error of each says what it must be. */

/** A whole number within bounds. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number >= least, `must be at least ${least}`)
    .refine((number) => number <= most, `must be at most ${most}`);

const DECIMAL = /^\d+(?:\.\d+)?$/;
const MAX_TIMEOUT_SECONDS = 300;

/** Seconds that something may take, with fractions. */
export const timeoutSeconds = z
  .string()
  .regex(DECIMAL, 'must be a number of seconds')
  .transform(Number)
  .refine((seconds) => seconds > 0, 'must be more than 0')
  .refine((seconds) => seconds <= MAX_TIMEOUT_SECONDS, `must be at most ${MAX_TIMEOUT_SECONDS}`);

/** One of several words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be ${words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')}`);

/** A comma-separated list. `read` returns undefined for a part that is not as `must` says. */
const list = <Part>(read: (part: string) => Part | undefined, must: string, most?: number) =>
  z.string().transform((text, context) => {
    const parts = text.split(',').map((part) => read(part.trim()));
    const valid = parts.filter((part) => part !== undefined);
    if (valid.length < parts.length || (most && parts.length > most)) context.addIssue(must);
    return valid;
  });

const MAX_DELAYS = 10;
const MAX_DELAY_SECONDS = 86_400;
const DELAYS = `must be none, or at most ${MAX_DELAYS} comma-separated numbers of seconds, each up to ${MAX_DELAY_SECONDS}`;

/**
 * Comma-separated seconds; `none` is the empty list, because an empty variable counts as absent.
 */
export const delays = z.union(
  [z.literal('none').transform(() => []), list(readDelay, DELAYS, MAX_DELAYS)],
  DELAYS,
);

function readDelay(text: string): number | undefined {
  return DECIMAL.test(text) && Number(text) <= MAX_DELAY_SECONDS ? Number(text) : undefined;
}

const MAX_PORT = 65_535;
const RANGE = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/** Comma-separated ports and ranges of ports. */
export const portRanges = list(
  readRange,
  `must be comma-separated ports and ranges, such as 443,1024-65535, each from 1 to ${MAX_PORT}`,
);

function readRange(text: string): PortRange | undefined {
  const [, from = '0', to = from] = RANGE.exec(text) ?? [];
  const range = { first: Number(from), last: Number(to) };
  return range.first >= 1 && range.first <= range.last && range.last <= MAX_PORT
    ? range
    : undefined;
}

const HTTP_URL = { protocol: /^https?$/, error: 'must be an http or https URL', abort: true };

/** An http or https URL that is called: fetch refuses one with a password in it. */
export const webUrl = z
  .url(HTTP_URL)
  .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must not contain a user or password');

/** The value of a header (RFC 9110 §5.5). */
export const fieldValue = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII');

/** An http or https URL without a path, as an origin. */
export const origin = z
  .url(HTTP_URL)
  .refine(isOrigin, 'must be an origin without a path, such as https://reviews.example')
  .transform((url) => new URL(url).origin);

function isOrigin(text: string): boolean {
  const url = new URL(text);
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
}

/**
 * Comma-separated origins, or `*` for all. A pattern such as https://*.example would never match.
 */
export const originList = list(
  (text) => (text === '*' ? text : text.includes('*') ? undefined : origin.safeParse(text).data),
  'must be comma-separated origins, such as https://app.example, or *',
);

/** The address of a PostgreSQL database. */
export const postgresUrl = z
  .string()
  .refine(
    (url) => /^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url),
    'must be a URL that begins with postgres:// or postgresql://',
  );

const CIDR = z.union([z.cidrv4(), z.cidrv6()]);

/** Comma-separated ranges of addresses. */
export const cidrList = list(
  (text) => CIDR.safeParse(text).data,
  'must be comma-separated CIDRs, such as 10.0.0.0/8, fd00::/8',
);

/** An address, a range, or a name that Express knows. */
const PROXY = z.union([z.ipv4(), z.ipv6(), CIDR, z.enum(['loopback', 'linklocal', 'uniquelocal'])]);
const TRUST_PROXY = 'must be off, a number of proxies, or comma-separated addresses and CIDRs';

/** The proxies to trust: none, a number of them, or those at these addresses. */
export const trustProxy = z.union(
  [
    z.literal('off').transform(() => false as const),
    // No proxies at all is `off`.
    z
      .string()
      .regex(/^\d+$/)
      .transform((text): TrustProxy => Number(text) || false),
    list((text) => PROXY.safeParse(text).data, TRUST_PROXY),
  ],
  TRUST_PROXY,
);

/**
 * The value of Strict-Transport-Security (RFC 6797 §6.1); `off` sends none. Only known directives
 * are accepted: a misspelled one would silently have no effect.
 */
export const hsts = z
  .string()
  .regex(
    /^(?:off|max-age=\d{1,10}(?:; ?includeSubDomains)?(?:; ?preload)?)$/i,
    'must be off, or max-age=SECONDS, optionally followed by "; includeSubDomains" and "; preload"',
  )
  .transform((text) => (text === 'off' ? undefined : text));
