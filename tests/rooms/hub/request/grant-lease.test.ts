import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantLease } from '../../../../sidecar/hub/request/grant-lease.ts';

const BOUNDS = { default: 864_000, min: 60, max: 2_592_000 };

for (const [asked, granted] of [
  [undefined, 864_000],
  ['60', 60],
  ['2592000', 2_592_000],
  ['86400', 86_400],
  ['0086400', 86_400],
  ['1', 60],
  ['59', 60],
  ['2592001', 2_592_000],
  ['9'.repeat(30), 2_592_000],
  ['9'.repeat(4000), 2_592_000],
] as const) {
  test(`for ${asked?.slice(0, 40)} a lease of ${granted} seconds is granted`, () => {
    assert.deepEqual(grantLease(asked, BOUNDS), { value: granted });
  });
}

for (const asked of [
  '0',
  '00',
  '-1',
  '+1',
  '1.5',
  '1e3',
  'abc',
  '0x10',
  ' 60',
  '60 ',
  '٣',
  'NaN',
]) {
  test(`${JSON.stringify(asked)} is no lease`, () => {
    assert.deepEqual(grantLease(asked, BOUNDS), {
      problem: `hub.lease_seconds must be a whole number of seconds, 1 or more (got "${asked}").`,
    });
  });
}
