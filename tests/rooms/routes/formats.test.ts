import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { test } from 'node:test';
import { FORMATS_FOLDER } from '../../../sidecar/formats/formats.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const long = sampleReview('review-long', '2026-01-02', {}, 'It took a while. '.repeat(100));
const { release } = await makeRelease({ ...SAMPLE_CONTENT, ...long });

/** True where an open descriptor of this process is a file of a format. */
function isOfFormat(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).includes(`/${FORMATS_FOLDER}/`);
  } catch {
    return false;
  }
}

test('clients that leave while a format is made, or while it is sent, leave no file open', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  for (const format of ['/reviews.sqlite', '/reviews.csv']) {
    for (const whenMs of [0, 1, 5, 20, 80]) {
      const signal = AbortSignal.timeout(whenMs);
      await Promise.all(
        Array.from({ length: 5 }, () => ask(url, format, { signal }).catch(() => {})),
      );
    }
    // From then on it is made again.
    current.swap((await makeRelease(SAMPLE_CONTENT)).release);
    current.swap(release);
  }
  assert.equal((await ask(url, '/reviews.csv')).status, 200);
  await waitUntil('no file is open', () => !readdirSync('/proc/self/fd').some(isOfFormat));
});
