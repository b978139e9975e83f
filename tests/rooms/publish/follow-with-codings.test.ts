import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCodings } from '#release/build.ts';
import { CodingsFollower } from '../../../sidecar/publish/follow-with-codings.ts';
import { makeRelease } from '../../support/release.ts';
import { createPort } from './publishing.ts';

const [FILE] = (await makeRelease()).encoded;
assert.ok(FILE);
/** The same as it is published at first. */
const BARE = {
  entry: { ...FILE.entry, variants: { identity: FILE.entry.variants.identity } },
  bodies: { identity: FILE.bodies.identity },
};

/** A follower whose encoder a test replaces, and what it posts and stores. */
function createFollower(encode: typeof addCodings) {
  const { port, posted } = createPort();
  const stored: number[] = [];
  let collected = 0;
  const follower = new CodingsFollower({
    encode,
    port: { ...port, collectGarbage: () => collected++ },
    store: ({ ordinal }) => stored.push(ordinal),
    signal: new AbortController().signal,
  });
  return {
    follower,
    stored,
    follow: async (ordinal: number, file = BARE) => {
      follower.want({ ordinal, files: [file] });
      await follower.settle();
    },
    /** How often garbage was collected. */
    collected: () => collected,
    /** What was posted since the last call. */
    takePosted: () => posted.splice(0),
  };
}

test('variants that cannot be made are a fault until they are made, or none are needed', async () => {
  let fails = true;
  const { follower, stored, follow, takePosted } = createFollower(async (file) => {
    if (fails) throw new Error('out of memory');
    return addCodings(file);
  });
  const what = 'the compressed variants';
  await follow(7);
  const [fault] = takePosted();
  assert.ok(fault?.type === 'fault');
  assert.equal(fault.fault.what, what);
  assert.match(fault.fault.cause ?? '', /out of memory/);
  assert.deepEqual(stored, []);

  fails = false;
  for (const _ of ['first', 'second']) {
    follower.retry();
    await follower.settle();
  }
  assert.deepEqual(stored, [7]);
  const [recovered, codings, ...others] = takePosted();
  assert.deepEqual(recovered, { type: 'recovered', what });
  assert.ok(codings?.type === 'codings');
  assert.deepEqual(codings.files[0]?.entry.variants, FILE.entry.variants);
  assert.deepEqual(others, []);

  fails = true;
  await follow(8);
  await follow(9, FILE);
  assert.deepEqual(
    takePosted().map(({ type }) => type),
    ['fault', 'recovered'],
  );
});

test('those of a release that was replaced are given up, and are no fault', async () => {
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  let times = 0;
  const { follower, follow, takePosted } = createFollower(async (file, signal) => {
    if (++times > 1) return addCodings(file, signal);
    begun.resolve(signal);
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  });
  follower.want({ ordinal: 7, files: [BARE] });
  const signal = await begun.promise;
  assert.equal(signal?.aborted, false);
  const following = follow(8);
  assert.equal(signal?.aborted, true);
  await following;
  assert.deepEqual(
    takePosted().map((message) => (message.type === 'codings' ? message.ordinal : message.type)),
    [8],
  );
});

test('garbage is collected around many megabytes, and never between the edits of a small release', async () => {
  const { follow, collected } = createFollower(async (file) => file);
  await follow(7);
  assert.equal(collected(), 0);
  const { identity } = BARE.entry.variants;
  const variants = { identity: { ...identity, bytes: 20_000_000 } };
  await follow(8, { ...BARE, entry: { ...BARE.entry, variants } });
  assert.equal(collected(), 2);
});
