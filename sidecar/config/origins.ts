import { z } from 'zod';

/** An http or https URL without a path, as an origin. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(
    (url) => isOrigin(url),
    'must be an origin without a path, such as https://reviews.example',
  )
  .transform((url) => new URL(url).origin);

/** Where PostgreSQL is. What is wrong with it is told without it: it holds a password. */
export const postgresUrl = z
  .string()
  .refine(
    (url) => /^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url),
    'must be a URL that begins with postgres:// or postgresql://',
  );

function isOrigin(text: string): boolean {
  // What is no URL at all has been told already.
  const url = URL.parse(text);
  if (!url) return true;
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
}
