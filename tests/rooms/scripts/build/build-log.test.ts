import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeKeptLog } from '#release/manifest.ts';
import { reviewsJsonOf } from '#release/release.ts';
import { beginKeptLog, type KeptLog } from '#search/changes/kept-log.ts';
import { logAfter } from '../../../../scripts/build/build-log.ts';
import type { Files } from '../../../support/content-files.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../../support/sample-content.ts';

const ID = 'abcdefghijklmnop';
const NOW = Date.parse('2026-11-21T08:00:00Z');

const made = await makeRelease();
const edited = await makeRelease({
  ...SAMPLE_CONTENT,
  ...sampleReview('review-d', '2025-05-14', { rating: '4' }, 'Edited.'),
  ...sampleReview('review-f', '2026-11-01'),
  'removed.yaml': `${SAMPLE_CONTENT['removed.yaml']}- { id: gone-now, dateRemoved: 2026-09-01, reason: spam }\n`,
});
const [first, ...others] = Object.keys(SAMPLE_CONTENT).filter((path) => path.includes('review-a'));
assert.ok(first && others.length === 0);
const { [first]: _, ...fewer }: Files = SAMPLE_CONTENT;
const without = await makeRelease(fewer);

/** A folder that a build has left, with a log, or what is given for it. */
async function createBuilt(t: TestContext, log: Partial<KeptLog> = {}) {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  const { ordinal } = made.manifest;
  await writeKeptLog(folder, { ...beginKeptLog(ID, ordinal, NOW - 5000), ...log });
  const after = ({ dataset, encoded }: typeof made) =>
    logAfter(
      folder,
      { ordinal: ordinal + 1, removed: dataset.removed, reviewsJson: reviewsJsonOf(encoded) },
      NOW,
    );
  return { folder, after };
}

const said = ({ rows }: KeptLog) =>
  rows.map(({ position, id, kind, newest, time }) => {
    assert.equal(time, NOW);
    return `${position} ${kind} ${id} ${newest}`;
  });

test('a build goes on with the log of the one in its place, by comparing what they publish', async (t) => {
  const { after } = await createBuilt(t);
  const log = after(edited);
  assert.deepEqual([log.id, log.ordinal], [ID, made.manifest.ordinal + 1]);
  assert.deepEqual(said(log), [
    '1 edited review-d 2025-05-14',
    '2 added review-f 2026-11-01',
    '3 removed gone-now 2026-09-01',
  ]);
  assert.deepEqual(said(after(made)), []);
  assert.deepEqual(
    said(after(without)).map((row) => row.slice(0, 18)),
    ['1 removed review-a'],
  );
});

test('where that is not known, another log begins', async (t) => {
  const nothing = createFolder(t);
  const { removed } = made.dataset;
  const built = { ordinal: 7, removed, reviewsJson: reviewsJsonOf(made.encoded) };
  const begun = logAfter(nothing, built, NOW);
  assert.deepEqual([begun.ordinal, begun.rows, begun.floor], [7, [], { position: 0, time: NOW }]);
  const otherOrdinal = await createBuilt(t, { ordinal: 3 });
  const ids = [begun.id, otherOrdinal.after(edited).id];
  for (const [name, change] of [
    ['changes.json', (text: string) => text.slice(1)],
    ['client/reviews.json', (text: string) => text.replace('review', 'Review')],
    ['dataset.json', (text: string) => text.replace('baseUrl', 'BaseUrl')],
    ['manifest.json', (text: string) => text.slice(1)],
  ] as const) {
    const { folder, after } = await createBuilt(t);
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const log = after(edited);
    assert.deepEqual(log.rows, [], name);
    ids.push(log.id);
    rmSync(file);
    ids.push(after(edited).id);
  }
  assert.ok(!ids.includes(ID));
  assert.equal(new Set(ids).size, ids.length);
});
