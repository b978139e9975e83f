import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkContent, loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { generateContent, SYNTHETIC_MARKER } from '../../../../scripts/generate/generate.ts';
import type { GeneratedFile } from '../../../../scripts/generate/review-file.ts';
import { filesOf } from '../../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';
import { runScript } from '../../../support/run-script.ts';

const SCRIPT = 'scripts/generate.ts';

test('content is written into a new folder, and what generate made before is replaced whole', (t) => {
  const out = join(createFolder(t), 'deep/one');
  for (const reviews of [20, 3]) {
    const args = ['--reviews', String(reviews), '--out', out, '--seed', '5'];
    assert.deepEqual(runScript(SCRIPT, args), {
      status: 0,
      stdout: `Wrote ${reviews + 5} files (${reviews} reviews) into ${out}.\n`,
      stderr: '',
    });
    assert.equal(loadContent(out).content.reviews.length, reviews);
  }
});

for (const [what, files, at] of [
  ['other files', { 'notes.txt': 'mine' }, ''],
  ['true content', { 'business.yaml': 'id: harbor-law\n', 'reviews/2026/10/a.md': 'mine' }, ''],
  ['a file in its place', { 'a.txt': 'mine' }, 'a.txt'],
] as const) {
  test(`a folder with ${what} is left as it is`, (t) => {
    const out = createContentFolder(t, files);
    const { status, stderr } = runScript(SCRIPT, ['--reviews', '3', '--out', join(out, at)]);
    assert.equal(status, 2);
    assert.match(stderr, /is not empty and was not made by generate; name a new folder/);
    const names = Object.keys(files).map((path) => path.split('/')[0]);
    assert.deepEqual(readdirSync(out), names);
    for (const [path, text] of Object.entries(files)) {
      assert.equal(readFileSync(join(out, path), 'utf8'), text);
    }
  });
}

for (const args of [
  ['--reviews', '3'],
  ['--reviews', '1e3', '--out', 'x'],
  ['--reviews', '99999999999', '--out', 'x'],
]) {
  test(`[${args.join(' ')}] is wrong usage and exits 2`, (t) => {
    const cwd = createFolder(t);
    const { status, stderr } = runScript(SCRIPT, args, cwd);
    assert.equal(status, 2);
    assert.match(stderr, /\nUsage:\n {2}npm run generate -- /);
    assert.deepEqual(readdirSync(cwd), []);
  });
}

const load = (files: readonly GeneratedFile[]) =>
  checkContent(filesOf(Object.fromEntries(files.map(({ path, text }) => [path, text]))));

const files = [...generateContent({ reviews: 3000, seed: 7 })];
const { content, warnings } = load(files);

test('generated content has no errors and no warnings, whatever the seed', () => {
  assert.deepEqual(warnings, []);
  for (let seed = 0; seed < 5; seed++) {
    assert.deepEqual(load([...generateContent({ reviews: 300, seed })]).warnings, []);
  }
});

test('the same seed gives the same bytes, another one others; fewer reviews are the beginning of more', () => {
  const again = (seed: number) => [...generateContent({ reviews: 50, seed })];
  assert.deepEqual(again(7), files.slice(0, 55));
  assert.notDeepEqual(again(7).slice(5), again(8).slice(5));
  assert.equal([...generateContent({ reviews: 0 })].length, 5);
});

test('business.yaml comes first and says that nothing is real', () => {
  assert.equal(files[0]?.path, 'business.yaml');
  assert.ok(files[0]?.text.startsWith(`${SYNTHETIC_MARKER}\n`));
  assert.match(content.business.name, /made up/);
});

test('each review has a file of its own in a folder a month, which bears date and id', () => {
  assert.equal(content.reviews.length, 3000);
  assert.equal(new Set(files.map(({ path }) => path)).size, 3005);
  for (const { path, text } of files.slice(5)) {
    const [, date = '', id = ''] =
      /^reviews\/\d{4}\/\d{2}\/(\d{4}-\d{2}-\d{2})-(.*)\.md$/.exec(path) ?? [];
    assert.ok(path.startsWith(`reviews/${date.slice(0, 4)}/${date.slice(5, 7)}/`), path);
    assert.ok(text.includes(`\nid: ${id}\n`) && text.includes(`\ndatePublished: ${date}\n`), path);
  }
});

test('reviews are of every kind that real ones are, and hold what breaks careless code', () => {
  const { reviews, collection } = createDataset(content, 'https://a.example');
  assert.ok(collection.reviewsPending > 0 && collection.reviewsWithheld > 0);
  assert.ok(collection.reviewsPublished > 2700);
  const counts = {
    withoutText: reviews.filter(({ reviewBody }) => reviewBody === '').length,
    replied: reviews.filter(({ ownerReply }) => ownerReply).length,
    titled: reviews.filter(({ name }) => name).length,
    spanish: reviews.filter(({ inLanguage }) => inLanguage === 'es').length,
    halves: reviews.filter(({ reviewRating }) => reviewRating.ratingValue % 1 !== 0).length,
    naming: reviews.filter(({ mentionedTechnicians }) => mentionedTechnicians.length > 0).length,
  };
  for (const [kind, count] of Object.entries(counts)) assert.ok(count >= 10, `${count} ${kind}`);
  const all = files.map(({ text }) => text).join('\n');
  for (const awkward of ['👍', '👩‍⚖️', '’', 'é', 'ñ', '&'])
    assert.ok(all.includes(awkward), awkward);
});

test('what is withheld does not depend on the rating', () => {
  const shareOf = (least: number, most: number) => {
    const rated = content.reviews.filter(({ rating }) => rating >= least && rating <= most);
    const withheld = rated.filter(({ verification }) => verification.status === 'withheld');
    return withheld.length / rated.length;
  };
  assert.ok(Math.abs(shareOf(1, 3) - shareOf(3.5, 5)) < 0.02);
});
