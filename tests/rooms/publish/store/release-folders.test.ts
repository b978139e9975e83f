import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from '#release/load.ts';
import { listFiles } from '#release/release-key.ts';
import { createRandom } from '../../../../scripts/generate/random.ts';
import {
  folderOf,
  ordinalsIn,
  removeOthers,
  writeStored,
} from '../../../../sidecar/publish/store/release-folders.ts';
import { atLength } from '../../../support/at-length.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { makeRelease } from '../../../support/release.ts';
import { goodContent, SAMPLE_CONTENT, sampleReview } from '../../../support/sample-content.ts';
import { createPublishing, EVERYTHING } from '../publishing.ts';

const OLD = await makeRelease();
const edit = sampleReview('review-b', '2026-10-03', {}, 'Edited.');
const NEW = await makeRelease({ ...SAMPLE_CONTENT, ...edit }, { previous: OLD.manifest });

/** Stores both releases, one after the other. */
function storeBoth(stateDir: string): void {
  for (const { data, manifest } of [OLD, NEW]) writeStored(stateDir, data, manifest);
}

test('a release is stored for its user alone', (t) => {
  const stateDir = createFolder(t);
  storeBoth(stateDir);
  assert.deepEqual(load(folderOf(stateDir, NEW.manifest.ordinal)).dataset, NEW.dataset);
  for (const entry of readdirSync(stateDir, { recursive: true, withFileTypes: true })) {
    const { mode } = statSync(join(entry.parentPath, entry.name));
    assert.equal(mode & 0o777, entry.isFile() ? 0o600 : 0o700, entry.name);
  }
});

test('nothing stays but the newest release', (t) => {
  const stateDir = createFolder(t);
  storeBoth(stateDir);
  const { ordinal } = NEW.manifest;
  writeFileSync(join(stateDir, 'hub.sqlite'), '');
  writeFileSync(join(stateDir, `releases/data-${ordinal}.pack`), '');
  // A process that was killed has begun it.
  mkdirSync(join(stateDir, `releases/${ordinal + 1}.new/client`), { recursive: true });
  assert.deepEqual(ordinalsIn(stateDir), [ordinal, OLD.manifest.ordinal]);
  removeOthers(stateDir, ordinal);
  assert.deepEqual(readdirSync(stateDir).sort(), ['hub.sqlite', 'releases']);
  assert.deepEqual(readdirSync(join(stateDir, 'releases')), [String(ordinal)]);
  load(folderOf(stateDir, ordinal));
  removeOthers(stateDir, undefined);
  assert.deepEqual(readdirSync(join(stateDir, 'releases')), []);
});

/** The words that some file below a folder holds. */
function wordsIn(folder: string, words: readonly string[]): string[] {
  const texts = listFiles(folder).map((file) => readFileSync(join(folder, file)));
  return words.filter((word) => texts.some((text) => text.includes(word)));
}

test('after takedowns no byte of STATE_DIR says what was removed, and each word was there before', async (t) => {
  const secretsOf = (number: number) =>
    ['text', 'author', 'title'].map((part) => `Geheim-${part}-${number}-`);
  const secretReview = (number: number) => {
    const [text, author, title] = secretsOf(number);
    const changes = { author: `{ name: ${author} }`, name: `${title}` };
    return sampleReview(`secret-${number}`, '2026-10-02', changes, `${text} informed.`);
  };
  let publishing = createPublishing(t, goodContent(1));
  const { stateDir, contentDir, folder } = publishing;
  const random = createRandom(5);
  const removed: number[] = [];
  for (let round = 0; round < atLength(30, 6); round++) {
    if (round % 3 === 2) publishing = createPublishing(t, contentDir, { folder });
    const { loop, save } = publishing;
    await loop.rebuild(EVERYTHING);
    await loop.rebuild(save(secretReview(round)));
    assert.deepEqual(wordsIn(stateDir, secretsOf(round)), secretsOf(round));
    if (random.integer(0, 1) === 0) continue;
    removed.push(round);
    const lines = removed.map(
      (at) => `- { id: secret-${at}, dateRemoved: 2026-11-20, reason: spam }`,
    );
    await loop.rebuild(save({ 'removed.yaml': `${lines.join('\n')}\n` }));
    assert.deepEqual(wordsIn(stateDir, removed.flatMap(secretsOf)), []);
  }
  assert.ok(removed.length > 1);
});
