import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewText } from '../support/content-files.ts';
import { createDeployment } from '../support/deployment.ts';
import { goodContent } from '../support/sample-content.ts';
import { waitUntil } from '../support/wait-until.ts';

/** util-linux: the service in a user namespace in which the kernel watches no file. */
const program: readonly [string, ...string[]] = [
  ...(['unshare', '-Ur', 'sh', '-c'] as const),
  'echo 0 > /proc/sys/user/max_inotify_watches && exec "$@"',
  ...['sh', process.execPath, 'sidecar/main.ts'],
];

const EDIT = {
  'reviews/2026/10/late.md': reviewText({ id: 'late', datePublished: '2026-10-20' }),
};
const TAKEDOWN = {
  'removed.yaml': '- { id: review-2, dateRemoved: 2026-11-20, reason: spam }\n',
};

for (const [watch, mostMs] of [
  ['content', 12_000],
  ['poll', 3_000],
] as const) {
  test(`without file events, WATCH=${watch} publishes edits within ${mostMs / 1000} s`, {
    timeout: 120_000,
  }, async (t) => {
    const { save, start } = createDeployment(t, goodContent(9), { WATCH: watch });
    const { status, log } = await start({ program });
    for (const [edit, path, as, ms] of [
      [TAKEDOWN, '/reviews/review-2/', 410, 3_000],
      [EDIT, '/reviews/late/', 200, mostMs],
    ] as const) {
      assert.notEqual(await status(path), as);
      save(edit);
      await waitUntil(path, async () => (await status(path)) === as, ms);
    }
    const isTold = () => log.some(({ msg }) => String(msg).includes('WATCH=poll'));
    if (watch === 'content') await waitUntil('the remedy', isTold, 7_000);
    else assert.ok(!log.some(({ msg }) => String(msg).includes('no file event')));
  });
}

test('SIGHUP publishes at once what no event told of', { timeout: 60_000 }, async (t) => {
  const { save, start } = createDeployment(t, goodContent(9));
  const service = await start({ program });
  save(EDIT);
  service.process.kill('SIGHUP');
  await waitUntil('the edit', async () => (await service.status('/reviews/late/')) === 200, 2_000);
});
