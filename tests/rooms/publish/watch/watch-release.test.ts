import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { watchRelease } from '../../../../sidecar/publish/watch/watch-release.ts';
import { createFolder, saveFiles } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';

const SOON_MS = 120;

/** Polls too seldom to help, so that what is reported was noticed by an event. */
const EVENTS_ONLY = { pollMs: 60_000 };
const POLLS = { pollMs: 20 };

function write(folder: string, ordinal: number): void {
  saveFiles(folder, { 'manifest.json': `{"manifestVersion":1,"ordinal":${ordinal}}\n` });
}

/** Follows a folder until the test ends. */
async function follow(t: TestContext, outDir: string, options = POLLS) {
  let count = 0;
  let arrived = Promise.withResolvers<void>();
  const report = async () => {
    count++;
    arrived.resolve();
  };
  const watch = await watchRelease(outDir, report, options);
  atEnd(t, () => watch.close());
  const reported = async () => {
    await arrived.promise;
    arrived = Promise.withResolvers();
  };
  // A release that is there already is reported first.
  if (existsSync(join(outDir, 'manifest.json'))) await reported();
  return {
    close: watch.close,
    reported,
    assertSilent: async () => {
      const before = count;
      await elapse(SOON_MS);
      assert.equal(count, before);
    },
  };
}

for (const [way, options] of [
  ['by an event', EVENTS_ONLY],
  ['by a look at it where no event comes', POLLS],
] as const) {
  test(`a release is noticed ${way}: the first, one that replaces the folder, or its manifest`, async (t) => {
    const place = createFolder(t);
    const outDir = join(place, 'release');
    const followed = await follow(t, outDir, options);
    write(outDir, 1);
    await followed.reported();
    for (const ordinal of [2, 3]) {
      write(join(place, 'next'), ordinal);
      renameSync(outDir, join(place, `previous-${ordinal}`));
      renameSync(join(place, 'next'), outDir);
      await followed.reported();
    }
    await followed.assertSilent();
    writeFileSync(join(outDir, '.manifest.json.a1b2'), '{"manifestVersion":1,"ordinal":4}\n');
    renameSync(join(outDir, '.manifest.json.a1b2'), join(outDir, 'manifest.json'));
    await followed.reported();
    await followed.assertSilent();
  });

  test(`a first release in a folder of which nothing exists yet is noticed ${way}`, async (t) => {
    const outDir = join(createFolder(t), 'not/yet/release');
    const followed = await follow(t, outDir, options);
    write(outDir, 1);
    await followed.reported();
  });
}

test('a release behind a link that is re-pointed is noticed, and none after close', async (t) => {
  const place = createFolder(t);
  const outDir = join(place, 'current');
  for (const ordinal of [1, 2, 3]) write(join(place, String(ordinal)), ordinal);
  symlinkSync('1', outDir);
  const repoint = (target: string) => {
    symlinkSync(target, join(place, 'next'));
    renameSync(join(place, 'next'), outDir);
  };
  const followed = await follow(t, outDir);
  repoint('2');
  await followed.reported();
  repoint('3');
  await followed.close();
  await followed.assertSilent();
});

test('a manifest is reported when it has not changed for 50 ms, once', async (t) => {
  const outDir = join(createFolder(t), 'release');
  write(outDir, 1);
  const followed = await follow(t, outDir, EVENTS_ONLY);
  const start = performance.now();
  for (let ordinal = 10; ordinal < 20; ordinal++) write(outDir, ordinal);
  await followed.reported();
  assert.ok(performance.now() - start >= 50);
  await followed.assertSilent();
});

test('neither other files nor a release that is missing for a while are reported', async (t) => {
  const outDir = join(createFolder(t), 'release');
  write(outDir, 1);
  const followed = await follow(t, outDir);
  mkdirSync(join(outDir, 'client'));
  writeFileSync(join(outDir, 'client/reviews.json'), '{}\n');
  writeFileSync(join(dirname(outDir), 'manifest.json'), '{}\n');
  renameSync(outDir, `${outDir}.away`);
  await followed.assertSilent();
  renameSync(`${outDir}.away`, outDir);
  await followed.assertSilent();
});
