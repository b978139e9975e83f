import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadContent } from '#dataset/check/check-content.ts';
import { DEMO_BUSINESS, DEMO_REVIEWS } from '../../../../scripts/import/stored-content.ts';
import { REPOSITORY } from '../../../support/run-script.ts';
import { BUSINESS, createFolder, type Folder } from './run-in-folder.ts';

const DEMO = join(REPOSITORY, 'content');
const REVIEW = { starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z', reviewId: 'Own1' };

/** A copy of the demo, as somebody makes who begins from it. */
function copyDemo(folder: Folder): Folder {
  cpSync(DEMO, folder.content, { recursive: true });
  return folder;
}

const google = (folder: Folder, ...args: string[]) => folder.google(REVIEW, ...args);

test('the demo is what an import takes for the demo', () => {
  const { business, reviews } = loadContent(DEMO).content;
  const { id, name, url, feedAuthority } = business;
  assert.deepEqual({ id, name, url, feedAuthority }, DEMO_BUSINESS);
  assert.deepEqual(reviews.map(({ id }) => id).sort(), [...DEMO_REVIEWS].sort());
});

test('nothing is imported among the demo’s reviews, and what to do is said', async (t) => {
  const folder = copyDemo(createFolder(t, null));
  const before = folder.files();
  for (const args of [['--dry-run'], ['--verified']]) {
    const { code, out, errors } = await google(folder, ...args);
    assert.equal(code, 1);
    assert.match(out, /^Content folder: .*\/content$/);
    assert.match(errors, /contains the demo: .* Harbor Injury Law and 163 of its reviews\./);
    assert.match(errors, /pass --content my-content, or set CONTENT_DIR=my-content in \.env/);
  }
  assert.deepEqual(folder.files(), before);
});

test('one review of the demo under its business is the demo still, also one that is broken', async (t) => {
  const folder = copyDemo(createFolder(t, null));
  rmSync(join(folder.content, 'reviews'), { recursive: true });
  cpSync(join(DEMO, 'reviews/2020/11'), join(folder.content, 'reviews'), { recursive: true });
  const [kept = '', ...others] = readdirSync(join(folder.content, 'reviews'));
  for (const other of others) rmSync(join(folder.content, 'reviews', other));
  const file = join(folder.content, 'reviews', kept);
  writeFileSync(file, readFileSync(file, 'utf8').replace('rating: ', 'rating: 1'));
  assert.match((await google(folder)).errors, /and 1 of its reviews/);
});

test('one line of the demo’s business is the demo still; with another business, or without its reviews, it is not', async (t) => {
  const lineOf = (text: string, key: string) =>
    new RegExp(`^${key}: .*$`, 'm').exec(text)?.[0] ?? '';
  for (const kept of [...Object.keys(DEMO_BUSINESS), undefined]) {
    const folder = copyDemo(createFolder(t, null));
    const file = join(folder.content, 'business.yaml');
    let text = readFileSync(file, 'utf8');
    for (const key of Object.keys(DEMO_BUSINESS)) {
      if (key !== kept) text = text.replace(lineOf(text, key), lineOf(BUSINESS, key));
    }
    writeFileSync(file, text);
    const { code, errors } = await google(folder);
    assert.equal(code, kept === undefined ? 0 : 1);
    assert.equal(/contains the demo: /.test(errors), kept !== undefined);
  }
  const empty = copyDemo(createFolder(t, null));
  rmSync(join(empty.content, 'reviews'), { recursive: true });
  assert.equal((await google(empty)).code, 0);
});
