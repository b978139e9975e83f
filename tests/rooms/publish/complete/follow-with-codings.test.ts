import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CodingsFollower } from '../../../../sidecar/publish/complete/follow-with-codings.ts';
import type { RebuildMessage, RebuildPort } from '../../../../sidecar/publish/messages.ts';
import { DataRenderer } from '../../../../sidecar/publish/render-data.ts';
import { makeRelease } from '../../../support/release.ts';

/** What is posted is put into a list. */
const portTo = (posted: RebuildMessage[]): RebuildPort => ({
  post: (message) => posted.push(message),
  log: () => {},
  now: () => new Date(0),
  onRetry: () => {},
});

test('variants that cannot be made are told, and made when it is tried again', async () => {
  const { encoded } = await makeRelease();
  const [file] = encoded;
  assert.ok(file);
  const { identity } = file.entry.variants;
  const bare = {
    entry: { ...file.entry, variants: { identity } },
    bodies: { identity: file.bodies.identity },
  };
  const renderer = new DataRenderer([]);
  const posted: RebuildMessage[] = [];
  const stored: number[] = [];
  let fails = true;
  const follower = new CodingsFollower({
    renderer: {
      addCodings: async (one) => {
        if (fails) throw new Error('out of memory');
        return renderer.addCodings(one);
      },
    },
    port: portTo(posted),
    store: ({ ordinal }) => stored.push(ordinal),
    signal: new AbortController().signal,
  });
  follower.want({ ordinal: 7, files: [bare] });
  await follower.settle();
  const [fault] = posted;
  assert.ok(fault?.type === 'fault');
  assert.equal(fault.fault.what, 'the compressed variants');
  assert.match(fault.fault.cause ?? '', /out of memory/);
  assert.deepEqual(stored, []);
  assert.ok(follower.hasFailed);

  fails = false;
  follower.retry();
  await follower.settle();
  follower.retry();
  await follower.settle();
  assert.deepEqual(stored, [7]);
  assert.ok(!follower.hasFailed);
  const codings = posted.flatMap((message) => (message.type === 'codings' ? message.files : []));
  assert.deepEqual(codings[0]?.entry.variants, file.entry.variants);
  assert.deepEqual(
    posted.map(({ type }) => type),
    ['fault', 'recovered', 'codings'],
  );
  assert.deepEqual(posted[1], { type: 'recovered', what: 'the compressed variants' });

  // Nor is it a fault any more where the next release has none to make.
  fails = true;
  follower.want({ ordinal: 8, files: [bare] });
  await follower.settle();
  follower.want({ ordinal: 9, files: [file] });
  await follower.settle();
  assert.deepEqual(
    posted.slice(3).map(({ type }) => type),
    ['fault', 'recovered'],
  );
});

test('those of a release that was replaced are given up, and are no fault', async () => {
  const { encoded } = await makeRelease();
  const bare = encoded.slice(0, 1).map(({ entry, bodies }) => ({
    entry: { ...entry, variants: { identity: entry.variants.identity } },
    bodies: { identity: bodies.identity },
  }));
  const renderer = new DataRenderer([]);
  const posted: RebuildMessage[] = [];
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  let times = 0;
  const follower = new CodingsFollower({
    renderer: {
      addCodings: async (file, signal) => {
        if (++times > 1) return renderer.addCodings(file, signal);
        begun.resolve(signal);
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      },
    },
    port: portTo(posted),
    store: () => {},
    signal: new AbortController().signal,
  });
  follower.want({ ordinal: 7, files: bare });
  const signal = await begun.promise;
  assert.equal(signal?.aborted, false);
  follower.want({ ordinal: 8, files: bare });
  assert.equal(signal?.aborted, true);
  await follower.settle();
  assert.deepEqual(
    posted.map((message) => (message.type === 'codings' ? message.ordinal : message.type)),
    [8],
  );
  assert.ok(!follower.hasFailed);
});

test('where the process ends nothing is begun, and nobody waits', async () => {
  const { encoded } = await makeRelease();
  const ended = new AbortController();
  const follower = new CodingsFollower({
    renderer: { addCodings: () => assert.fail() },
    port: {
      post: () => assert.fail(),
      log: () => {},
      now: () => new Date(0),
      onRetry: () => {},
    },
    store: () => assert.fail(),
    signal: ended.signal,
  });
  ended.abort();
  follower.want({ ordinal: 7, files: encoded });
  await follower.settle();
});
