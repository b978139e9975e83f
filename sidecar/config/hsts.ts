import { z } from 'zod';

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
