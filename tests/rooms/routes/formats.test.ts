import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { FORMATS_FOLDER } from '../../../sidecar/formats/formats.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

import { waitUntil } from '../../support/wait-until.ts';

const long = sampleReview('review-long', '2026-01-02', {}, 'It took a while. '.repeat(100));
const { release } = await makeRelease({ ...SAMPLE_CONTENT, ...long });

test('clients that leave while a format is made, or while it is sent, leave no file open', async (t) => {
  const { url: busy, current } = await startInProcess(t, { release });
  const open = () => readdirSync('/proc/self/fd').filter(isOfFormat).length;
  for (const format of ['/reviews.sqlite', '/reviews.csv']) {
    for (const whenMs of [0, 1, 5, 20, 80]) {
      const leaving = new AbortController();
      const signal = leaving.signal;
      const asked = Array.from({ length: 5 }, () => ask(busy, format, { signal }).catch(() => {}));
      await setTimeout(whenMs);
      leaving.abort();
      await Promise.all(asked);
    }
    // From then on it is made again.
    await current.swap((await makeRelease(SAMPLE_CONTENT)).release);
    await current.swap(release);
  }
  assert.equal((await ask(busy, '/reviews.csv')).status, 200);
  await waitUntil('no file is open', () => open() === 0);
});

/** Whether an open descriptor of this process is a file of a format. */
function isOfFormat(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).includes(`/${FORMATS_FOLDER}/`);
  } catch {
    return false;
  }
}
