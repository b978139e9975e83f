import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDeployment } from '../../support/deployment.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

const GONE = ['/archive/2024/', '/archive/2024/02/', '/archive/2024/02/feed.xml'].concat(
  ['/reviews/review-e/', '/reviews/review-e.json', '/people/david-okafor/'],
  '/people/david-okafor/og.png',
);
const NEVER = ['/archive/2023/', '/reviews/review-x/', '/people/nobody/'];
const WITHOUT = {
  'technicians.yaml': '- { id: elena-munoz, name: Elena Muñoz, jobTitle: Partner }\n',
};

type Get = (path: string) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}>;

async function assertKept(get: Get): Promise<void> {
  for (const [paths, kept] of [
    [GONE, 'public, max-age=60'],
    [NEVER, 'no-store'],
  ] as const) {
    for (const path of paths) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers['cache-control']], [404, kept], path);
    }
  }
}

test('what vanished while the service was down is known to caches', {
  timeout: 120_000,
}, async (t) => {
  const { start, save, contentDir } = createDeployment(t, SAMPLE_CONTENT);
  const before = await start();
  for (const path of GONE) assert.equal(await before.status(path), 200, path);
  await before.stop();
  rmSync(join(contentDir, 'reviews/2024/02/2024-02-29-review-e.md'));
  save(WITHOUT);
  const second = await start();
  await second.logged('published');
  await assertKept(second.get);
});

test('a replica knows what vanished from the release that it follows', async (t) => {
  const { outDir, start } = createDeployment(t, {}, { WATCH: 'release' });
  const { 'reviews/2024/02/2024-02-29-review-e.md': _, ...content } = SAMPLE_CONTENT;
  await writeRelease(outDir, await makeRelease({ ...content, ...WITHOUT }, { vanished: GONE }));
  const first = await start();
  await assertKept(first.get);
  await first.stop();
  rmSync(outDir, { recursive: true });
  await assertKept((await start()).get);
});
