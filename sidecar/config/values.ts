import { z } from 'zod';
import type { TrustProxy } from '../http/client.ts';
import type { PortRange } from '../hub/hub-settings.ts';

/** What the values of variables look like; each says in its error what it must be. */

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
const MAX_DELAYS = 10;
const MAX_DELAY_SECONDS = 86_400;

/** Seconds that something may take, with fractions. */
export const timeoutSeconds = z
  .string()
  .regex(DECIMAL, 'must be a number of seconds')
  .transform(Number)
  .refine((seconds) => seconds > 0, 'must be more than 0')
  .refine((seconds) => seconds <= MAX_TIMEOUT_SECONDS, `must be at most ${MAX_TIMEOUT_SECONDS}`);

/** Seconds with commas between them; `none` is the empty list, as an empty variable is none. */
export const delays = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine(
      (text) => splitDelays(text).every(isDelay) && splitDelays(text).length <= MAX_DELAYS,
      `must be none, or ${MAX_DELAYS} numbers of seconds at most with commas, each up to ${MAX_DELAY_SECONDS}`,
    )
    .transform((text) => splitDelays(text).map(Number));

function splitDelays(text: string): string[] {
  return text === 'none' ? [] : splitList(text);
}

function isDelay(text: string): boolean {
  return DECIMAL.test(text) && Number(text) <= MAX_DELAY_SECONDS;
}

/** The parts of a list with commas, without the space around them. */
function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

const MAX_PORT = 65_535;
const RANGE = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/** Ports and ranges of them with commas, such as 443,1024-65535. */
export const portRanges = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine(
      (text) => parseRanges(text).every(isRange),
      `must be ports and ranges with commas, such as ${fallback}, each from 1 to ${MAX_PORT}`,
    )
    .transform(parseRanges);

/** Malformed input becomes an empty range, which validation rejects. */
function parseRanges(text: string): PortRange[] {
  return splitList(text).map((part) => {
    const [, first = '0', last = first] = RANGE.exec(part) ?? [];
    return { first: Number(first), last: Number(last) };
  });
}

function isRange({ first, last }: PortRange): boolean {
  return first >= 1 && first <= last && last <= MAX_PORT;
}

/** An http or https URL without a path, as an origin. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(
    (url) => isOrigin(url),
    'must be an origin without a path, such as https://reviews.example',
  )
  .transform((url) => new URL(url).origin);

function isOrigin(text: string): boolean {
  // An invalid URL has been reported already.
  const url = URL.parse(text);
  if (!url) return true;
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
}

/** Origins with commas, or `*` for all. A pattern such as https://*.example would never match. */
export const originList = z
  .string()
  .refine(
    (text) => splitList(text).every((part) => part === '*' || isListedOrigin(part)),
    'must be origins with commas, such as https://app.example, or *',
  )
  .transform((text) => splitList(text).map((part) => origin.safeParse(part).data ?? part));

function isListedOrigin(text: string): boolean {
  return !text.includes('*') && origin.safeParse(text).success;
}

/** Where PostgreSQL is. Errors leave its value out: it holds a password. */
export const postgresUrl = z
  .string()
  .refine(
    (url) => /^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url),
    'must be a URL that begins with postgres:// or postgresql://',
  );

const CIDR = z.union([z.cidrv4(), z.cidrv6()]);

/** Ranges of addresses with commas. */
export const cidrList = z
  .string()
  .refine(
    (text) => splitList(text).every((part) => CIDR.safeParse(part).success),
    'must be CIDRs with commas, such as 10.0.0.0/8, fd00::/8',
  )
  .transform(splitList);

const PARTS = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
/** The names are those that Express knows. */
const NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Which proxies are believed: none, a number of them, or those at these addresses. */
export const trustProxy = z
  .string()
  .default('off')
  .refine(isTrustProxy, 'must be off, a number of proxies, or addresses and CIDRs with commas')
  .transform(parseTrustProxy);

function isTrustProxy(text: string): boolean {
  if (text === 'off' || /^\d+$/.test(text)) return true;
  return splitList(text).every((part) => PARTS.safeParse(part).success || NAMES.includes(part));
}

function parseTrustProxy(text: string): TrustProxy {
  if (text === 'off') return false;
  // No proxy at all is `off`.
  return /^\d+$/.test(text) ? Number(text) || false : splitList(text);
}

// RFC 6797 §6.1.1: the seconds are quoted or not.
const SECONDS = /^max-age[ \t]*=[ \t]*(?:\d{1,10}|"\d{1,10}")$/i;
const FLAGS = ['includesubdomains', 'preload'];

/**
 * The value of Strict-Transport-Security (RFC 6797 §6.1); `off` is none. Only directives that mean
 * something are taken: a misspelt one would have no effect, and nobody would notice.
 */
export const hsts = z
  .string()
  .default('max-age=31536000')
  .refine(
    (text) => text === 'off' || isPolicy(directivesIn(text)),
    'must be off, or max-age=SECONDS, with "; includeSubDomains" and "; preload" behind it if need be',
  )
  .transform((text) => (text === 'off' ? undefined : directivesIn(text).join('; ')));

function directivesIn(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Whether there is one max-age, and besides it only what browsers know, each once. */
function isPolicy(directives: readonly string[]): boolean {
  const flags = directives.map((one) => one.toLowerCase()).filter((one) => FLAGS.includes(one));
  const seconds = directives.filter((one) => SECONDS.test(one));
  const isKnown = seconds.length + flags.length === directives.length;
  return isKnown && seconds.length === 1 && new Set(flags).size === flags.length;
}
