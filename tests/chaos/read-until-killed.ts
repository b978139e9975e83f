import assert from 'node:assert/strict';
import { createRandom } from '../../scripts/generate/random.ts';
import { Reader } from '../support/reader.ts';
import type { Deployment } from './deployment.ts';

/** Pages, and between them data: neither may be older than the other. */
const TARGETS = ['/', '/reviews/review-0/', '/reviews/review-2/', '/feeds/', '/reviews.json'];

/**
 * Reads pages while a release is made, until the process is killed. Throws at an answer that is not
 * whole, or older than one before. One that breaks off is none: its Content-Length tells.
 */
export async function readUntilKilled(
  url: string,
  { reviewsIn }: Pick<Deployment, 'reviewsIn'>,
  seed: number,
): Promise<void> {
  const reader = new Reader(url, createRandom(seed), TARGETS, reviewsIn);
  try {
    await reader.readUntil(new AbortController().signal);
  } catch (error) {
    if (!isBroken(error)) throw error;
  } finally {
    reader.close();
  }
  assert.equal(reader.counts[503], undefined, 'a page was not there');
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code));
}
