import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readServed } from '../../../sidecar/rebuild/served-now.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

const made = await makeRelease(SAMPLE_CONTENT);
const { ordinal } = made.manifest;

/** A release in OUT_DIR, and what reading one from there brings. */
async function createRelease(t: TestContext) {
  const outDir = createFolder(t);
  await writeRelease(outDir, made);
  const warnings: string[] = [];
  const port = {
    post: () => {},
    log: (level: string, message: string) => level === 'warn' && warnings.push(message),
    reached: () => {},
    now: () => new Date(),
    onRetry: () => {},
  };
  return {
    warnings,
    damage: () => appendFileSync(join(outDir, 'client', 'reviews.json'), 'of the next release'),
    read: (served: number) =>
      readServed({ served: { from: 'folder', ordinal: served }, outDir, stateDir: outDir }, port),
  };
}

test('what is served is read from where it was found', async (t) => {
  const { read, warnings } = await createRelease(t);
  assert.equal(read(ordinal)?.manifest.ordinal, ordinal);
  assert.equal(read(ordinal - 1), undefined);
  assert.deepEqual(warnings, []);
});

test('that what was served is damaged is told', async (t) => {
  const { damage, read, warnings } = await createRelease(t);
  damage();
  assert.equal(read(ordinal), undefined);
  assert.deepEqual(warnings, ['what is served cannot be read again']);
});

test('that another release takes its place while it is read is no fault', async (t) => {
  const { damage, read, warnings } = await createRelease(t);
  damage();
  assert.equal(read(ordinal - 1), undefined);
  assert.deepEqual(warnings, []);
});
