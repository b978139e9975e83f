import assert from 'node:assert/strict';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { watchRelease } from '../../../../sidecar/publish/watch/watch-release.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createFolder } from '../../../support/content-folder.ts';

type Options = NonNullable<Parameters<typeof watchRelease>[2]>;

const SOON_MS = 120;

/** Polls too seldom to help, so that what is reported was noticed by an event. */
const EVENTS_ONLY = { pollMs: 60_000 };

function write(folder: string, ordinal: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), `{"manifestVersion":1,"ordinal":${ordinal}}\n`);
}

/** Follows a folder until the test ends. */
async function follow(t: TestContext, outDir: string, options: Options) {
  let count = 0;
  let arrived = Promise.withResolvers<void>();
  const report = async () => {
    count++;
    arrived.resolve();
  };
  const watch = await watchRelease(outDir, report, options);
  atEnd(t, () => watch.close());
  return {
    close: watch.close,
    reported: async () => {
      await arrived.promise;
      arrived = Promise.withResolvers();
    },
    assertSilent: async () => {
      const before = count;
      await elapse(SOON_MS);
      assert.equal(count, before);
    },
  };
}

for (const [way, options] of [
  ['by an event', EVENTS_ONLY],
  ['by a look at it where no event comes', { pollMs: 20 }],
] as const) {
  test(`a release that replaces the folder by rename is noticed ${way}`, async (t) => {
    const place = createFolder(t);
    const outDir = join(place, 'release');
    write(outDir, 1);
    const followed = await follow(t, outDir, options);
    for (const ordinal of [2, 3]) {
      write(join(place, 'next'), ordinal);
      renameSync(outDir, join(place, `previous-${ordinal}`));
      renameSync(join(place, 'next'), outDir);
      await followed.reported();
    }
    await followed.assertSilent();
  });

  test(`a manifest that is replaced in place is noticed ${way}`, async (t) => {
    const outDir = join(createFolder(t), 'release');
    write(outDir, 1);
    const followed = await follow(t, outDir, options);
    writeFileSync(join(outDir, '.manifest.json.a1b2'), '{"manifestVersion":1,"ordinal":2}\n');
    renameSync(join(outDir, '.manifest.json.a1b2'), join(outDir, 'manifest.json'));
    await followed.reported();
    await followed.assertSilent();
  });

  test(`a first release in a folder that does not exist yet is noticed ${way}`, async (t) => {
    const outDir = join(createFolder(t), 'not/yet/release');
    const followed = await follow(t, outDir, options);
    write(outDir, 1);
    await followed.reported();
  });
}

test('a release behind a link that is re-pointed is noticed', async (t) => {
  const place = createFolder(t);
  const outDir = join(place, 'current');
  write(join(place, '1'), 1);
  write(join(place, '2'), 2);
  symlinkSync('1', outDir);
  const followed = await follow(t, outDir, { pollMs: 20 });
  symlinkSync('2', join(place, 'next'));
  renameSync(join(place, 'next'), outDir);
  await followed.reported();
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

test('neither other files nor a release that goes for a while are reported', async (t) => {
  const outDir = join(createFolder(t), 'release');
  write(outDir, 1);
  const followed = await follow(t, outDir, { pollMs: 20 });
  mkdirSync(join(outDir, 'client'));
  writeFileSync(join(outDir, 'client/reviews.json'), '{}\n');
  writeFileSync(join(dirname(outDir), 'manifest.json'), '{}\n');
  renameSync(outDir, `${outDir}.away`);
  await followed.assertSilent();
  renameSync(`${outDir}.away`, outDir);
  await followed.assertSilent();
});

test('nothing is reported after close', async (t) => {
  const outDir = join(createFolder(t), 'release');
  write(outDir, 1);
  const followed = await follow(t, outDir, { pollMs: 20 });
  write(outDir, 22);
  await elapse(30);
  await followed.close();
  cpSync(outDir, `${outDir}.next`, { recursive: true });
  rmSync(outDir, { recursive: true });
  renameSync(`${outDir}.next`, outDir);
  await followed.assertSilent();
});
