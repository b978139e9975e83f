import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDataset } from '#dataset/dataset.ts';
import { writeDataPack } from '../release/run-page-build.ts';
import { atEnd } from '../support/at-end.ts';
import { createFolder } from '../support/content-folder.ts';
import { processesWith } from '../support/processes.ts';
import { contentOf, storedReview } from '../support/reviews.ts';
import { waitUntil } from '../support/wait-until.ts';

const PARENT = fileURLToPath(new URL('./build-pages-as-parent.ts', import.meta.url));
/** Much less than the build would take, which is half a minute. */
const MOST_MS = 15_000;

test('a page build ends with the process that asked for it, and leaves nothing', {
  timeout: 90_000,
}, async (t) => {
  const folder = createFolder(t);
  const [release, out, work] = [join(folder, 'data'), join(folder, 'pages'), join(folder, 'work')];
  const reviews = Array.from({ length: 3000 }, (_, index) =>
    storedReview({ id: `review-${index}` }),
  );
  await writeDataPack(release, createDataset(contentOf({ reviews }), 'http://reviews.test'));
  const builds = () => processesWith(`--out ${out} `);
  const parent = spawn(process.execPath, [PARENT, release, out, work], { stdio: 'ignore' });
  atEnd(t, () => {
    for (const pid of [...processesWith(PARENT), ...builds()]) process.kill(pid, 'SIGKILL');
  });
  await waitUntil('the build has begun to write', () =>
    readdirSync(folder).some((name) => name.startsWith('pages.building-')),
  );
  assert.equal(builds().length, 1);

  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await waitUntil('the build ends', () => builds().length === 0, MOST_MS);
  assert.deepEqual(readdirSync(folder).toSorted(), ['data', 'work']);
  assert.deepEqual(readdirSync(work), []);
});
