import { hash } from 'node:crypto';
import type { Arrivals } from './tally.ts';

/**
 * Throws an Error where a fan-out was not what it should be: each callback got this very body once.
 * Times and rates of anything else would mean nothing.
 */
export function checkArrivals(arrivals: Arrivals, count: number, body: Buffer): void {
  const { total, callbacks, strangers, lengths, hashes } = arrivals;
  if (total !== count || callbacks !== count || strangers > 0) {
    throw new Error(
      `${count} callbacks were to get a body; ${total} bodies came to ${callbacks} of them, ${strangers} elsewhere`,
    );
  }
  if (lengths.length !== 1 || lengths[0] !== body.length) {
    throw new Error(`bodies of ${lengths.join(', ')} bytes came in place of ${body.length}`);
  }
  if (hashes.length !== 1 || hashes[0] !== hash('sha256', body, 'hex')) {
    throw new Error(`${hashes.length} kinds of bodies came, or another than is served`);
  }
}
