import { z } from 'zod';
import { splitList } from './split-list.ts';

const PARTS = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const CIDR = z.union([z.cidrv4(), z.cidrv6()]);
/** The names are those that Express knows. */
const NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Which proxies are believed, as Express has it. */
export type TrustProxy = false | number | string[];

export const trustProxy = z
  .string()
  .default('off')
  .refine(isTrustProxy, 'must be off, a number of proxies, or addresses and CIDRs with commas')
  .transform(parseTrustProxy);

export const cidrList = z
  .string()
  .refine(
    (text) => splitList(text).every((part) => CIDR.safeParse(part).success),
    'must be CIDRs with commas, such as 10.0.0.0/8, fd00::/8',
  )
  .transform(splitList);

function isTrustProxy(text: string): boolean {
  if (text === 'off' || /^\d+$/.test(text)) return true;
  return splitList(text).every((part) => PARTS.safeParse(part).success || NAMES.includes(part));
}

function parseTrustProxy(text: string): TrustProxy {
  if (text === 'off') return false;
  // No proxy at all is `off`.
  return /^\d+$/.test(text) ? Number(text) || false : splitList(text);
}
