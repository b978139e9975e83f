import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from '../../../../sidecar/hub/delivery/retry-after.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');

const CASES = [
  ['120', 503, 120_000],
  ['120', 429, 120_000],
  [' 5 ', 503, 5_000],
  ['0', 503, 0],
  ['Fri, 20 Nov 2026 08:02:00 GMT', 503, 120_000],
  ['Fri, 20 Nov 2026 07:00:00 GMT', 503, 0],
  // An hour is the most.
  ['86400', 503, 3_600_000],
  ['Sat, 20 Nov 2027 08:00:00 GMT', 503, 3_600_000],
  ['99999999999999999999999', 503, 3_600_000],
  // Malformed.
  ['soon', 503, 0],
  ['-5', 503, 0],
  ['1.5', 503, 0],
  ['', 503, 0],
  [undefined, 503, 0],
  // It means something else there.
  ['120', 500, 0],
  ['120', 301, 0],
] as const;

for (const [field, status, ms] of CASES) {
  test(`Retry-After ${JSON.stringify(field)} of a ${status} asks for ${ms} ms`, () => {
    assert.equal(readRetryAfter(field, status, NOW), ms);
  });
}
