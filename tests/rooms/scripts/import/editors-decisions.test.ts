import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, type Folder, runAt } from './run-in-folder.ts';

const GOOGLE = ['--from', 'google-takeout'] as const;
const REVIEW = {
  reviewId: 'Own1',
  reviewer: { displayName: 'Petra Vale' },
  starRating: 'FOUR',
  comment: 'I sat there as a solo middle aged woman, and nobody came to help me for an hour.',
  createTime: '2026-05-01T12:00:00Z',
  reviewReply: { comment: 'We are sorry, Petra.', updateTime: '2026-05-02T12:00:00Z' },
};

const google = (folder: Folder, review: object = REVIEW, ...args: string[]) =>
  folder.google(review, ...args);

function edit(file: string, ...pairs: (readonly [string | RegExp, string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of pairs) {
    const edited = text.replace(from, to);
    assert.notEqual(edited, text, `${from} is in the file`);
    text = edited;
  }
  writeFileSync(file, text);
}

const DIGEST = /^ {2}digest: .*\n/m;

test('where the source changed it too, both are shown where they differ, and the editor’s stays', async (t) => {
  const folder = createFolder(t);
  await google(folder);
  const file = folder.fileBy('Own1');
  edit(file, ['solo middle aged woman', '[removed]']);
  const comment = REVIEW.comment.replace('middle aged', 'middle-aged');
  const before = folder.files();
  const dry = await google(folder, { ...REVIEW, comment }, '--dry-run');
  assert.match(dry.out, /conflicts +1\n/);
  assert.match(dry.out, /In 1 file only source\.digest or source\.id would be written/);
  assert.deepEqual(folder.files(), before);
  const { code, out } = await google(folder, { ...REVIEW, comment, starRating: 'ONE' });
  assert.equal(code, 0);
  assert.match(out, /changed +1\n.*unchanged +0\n.*skipped +0\n.*conflicts +1\n/);
  assert.match(out, /\.md: rating 4 -> 1\n/);
  assert.match(
    out,
    /\.md: reviewBody "I sat there as a \[removed\], and nobody came to…", at the source "I sat there as a solo middle-aged woman, and nobody came to…"\n/,
  );
  const review = folder.reviewBy('Own1');
  assert.match(review.reviewBody, /a \[removed\], and/);
  assert.equal(review.rating, 1);
  const again = await google(folder, { ...REVIEW, comment, starRating: 'ONE' });
  assert.doesNotMatch(again.out, /onflicts/);
  assert.match(again.out, /1 x reviewBody/);
});

test('conflicts, and changes of unknown origin, are all reported, however many', async (t) => {
  for (const edits of [[], [[DIGEST, '']]] as const) {
    const folder = createFolder(t);
    const reviews = Array.from({ length: 30 }, (_, n) => ({
      ...REVIEW,
      ...{ reviewId: `N${n}x`, comment: `Text ${n}.` },
    }));
    await google(folder, reviews);
    for (const { reviewId } of reviews) edit(folder.fileBy(reviewId), ['Text', 'Words'], ...edits);
    const { out } = await google(
      folder,
      reviews.map((review) => ({ ...review, comment: `New ${review.comment}` })),
    );
    assert.equal(out.match(/reviewBody "Words \d/g)?.length, 30);
  }
});

test('a conflict is reported although not all can be written', async (t) => {
  const folder = createFolder(t);
  const other = { ...REVIEW, reviewId: 'Own2', createTime: '2026-06-01T12:00:00Z' };
  await google(folder, [REVIEW, other]);
  edit(folder.fileBy('Own1'), ['solo middle aged woman', '[removed]']);
  const blocked = folder.fileBy('Own2').replace(/([^/]+)$/, `.$1.testimony-${process.pid}.tmp`);
  mkdirSync(blocked);
  const comment = REVIEW.comment.replace('middle aged', 'middle-aged');
  const changed = [
    { ...REVIEW, comment },
    { ...other, starRating: 'ONE' },
  ];
  const { code, out, errors } = await google(folder, changed);
  assert.equal(code, 1);
  assert.match(errors, /could not be written after 1 files \(EISDIR/);
  assert.match(
    out,
    /\nOnly part of this was written:\n[\s\S]*\nConflicts: .*:\n.*solo middle-aged/,
  );
  rmSync(blocked, { recursive: true });
  assert.match((await google(folder, changed)).out, /changed +1\n.*unchanged +1\n/);
});

test('a name and a date that an editor changed stay, also where a policy is asked for', async (t) => {
  const unknown = createFolder(t);
  await google(unknown);
  edit(unknown.fileBy('Own1'), [DIGEST, '']);
  // Where nothing shows who wrote a name it becomes shorter, never longer.
  for (const [policy, name] of [
    ['full', 'Petra V.'],
    ['initials', 'P. V.'],
    ['first-initial', 'P. V.'],
  ] as const) {
    await google(unknown, REVIEW, '--names', policy);
    assert.equal(unknown.reviewBy('Own1').author.name, name);
  }
  const folder = createFolder(t);
  await google(folder);
  edit(
    folder.fileBy('Own1'),
    ['author: { name: Petra V. }', 'author: { name: P. V. }'],
    ['datePublished: 2026-05-01', 'datePublished: 2026-04-28'],
  );
  for (const policy of ['full', 'initials'] as const) {
    await google(folder, REVIEW, '--names', policy);
    assert.equal(folder.reviewBy('Own1').author.name, 'P. V.');
  }
  const { out } = await google(folder, { ...REVIEW, reviewer: { isAnonymous: true } });
  assert.match(out, /author "P\. V\.", at the source "Anonymous"/);
  const { author, datePublished } = folder.reviewBy('Own1');
  assert.deepEqual([author.name, datePublished], ['P. V.', '2026-04-28']);
});

test('only the digest of a file is rewritten where nothing else is new', async (t) => {
  const folder = createFolder(t);
  await google(folder);
  const file = folder.fileBy('Own1');
  edit(
    file,
    ['\n---\nI sat', '\n---  \n\n  I sat'],
    [DIGEST, ''],
    ['rating: 4', 'rating: 4 # sure'],
  );
  const before = readFileSync(file, 'utf8');
  await google(folder);
  assert.equal(readFileSync(file, 'utf8').replace(DIGEST, ''), before);
});

test('a digest is of one folder’s secret: nobody without it can guess what was taken out', async (t) => {
  const [one, two] = [createFolder(t), createFolder(t)];
  const twin = { ...REVIEW, reviewId: 'Own2', comment: 'Fine.' };
  await google(one, [REVIEW, twin]);
  const args = [...GOOGLE, one.write('reviews.json', JSON.stringify([REVIEW, twin]))];
  const secret = 'another-secret-that-is-as-long-as-they-are-0';
  await runAt(new Date('2026-10-06T12:00:00Z'), [...args, '--content', two.content], {
    createSecret: () => secret.slice(0, 43),
  });
  const digestsOf = (folder: Folder) =>
    ['Own1', 'Own2'].map((id) => folder.reviewBy(id).source.digest?.split(' ') ?? []);
  const all = [...digestsOf(one), ...digestsOf(two)].flat();
  // The same name, date, rating and reply, twice in either folder: no two marks are alike.
  assert.equal(all.length, 32);
  assert.equal(new Set(all).size, 32);
});

test('the secret is kept where git leaves it out and others cannot read it', async (t) => {
  const folder = createFolder(t, null);
  await google(folder, REVIEW, '--dry-run');
  assert.equal(existsSync(folder.content), false);
  await google(folder);
  assert.match(folder.files().get('.import/.gitignore') ?? '', /\n\*\n$/);
  assert.equal(statSync(join(folder.content, '.import/key')).mode & 0o77, 0);
  assert.equal(statSync(folder.content).mode & 0o700, 0o700);
  const key = folder.files().get('.import/key');
  await google(folder, { ...REVIEW, starRating: 'ONE' });
  assert.equal(folder.files().get('.import/key'), key);
});

test('nothing is imported by another key, or without one, unless that is asked for', async (t) => {
  const folder = createFolder(t);
  await google(folder);
  edit(folder.fileBy('Own1'), ['hour', 'day']);
  const before = folder.files();
  const key = join(folder.content, '.import/key');
  const ofOther = `${'k'.repeat(43)}\n`;
  const changed = { ...REVIEW, starRating: 'ONE' };
  for (const [other, fault] of [
    ['short\n', /key contains no key; get the folder \.import from the person who imported last/],
    [ofOther, /key is not the key with which reviews\/2026.*\.md was imported, .* pass --new-key/],
    [undefined, /key is missing, with which reviews\/2026.*\.md was imported, .* pass --new-key/],
  ] as const) {
    if (other === undefined) rmSync(key);
    else writeFileSync(key, other);
    const world = { createSecret: () => 'q'.repeat(43) };
    const args = [...GOOGLE, folder.write('reviews.json', JSON.stringify(changed))];
    const now = new Date('2026-10-06T12:00:00Z');
    const { code, errors } = await runAt(now, [...args, '--content', folder.content], world);
    assert.equal(code, 1);
    assert.match(errors, fault);
  }
  writeFileSync(key, ofOther);
  assert.deepEqual(folder.files(), new Map([...before, ['.import/key', ofOther]]));
  for (let times = 0; times < 3; times++) {
    const { code, out } = await google(folder, changed, '--new-key');
    assert.equal(code, 0);
    assert.match(out, /of unknown origin; it stays.*\n.*rating 4, at the source 1\n.*reviewBody /);
    assert.doesNotMatch(out, /Kept|onflict/);
  }
});

test('a broken file is known by its source’s id, wherever it lies and whatever its own id is', async (t) => {
  const folder = createFolder(t);
  await google(folder);
  const file = folder.fileBy('Own1');
  folder.write(
    'content/reviews/kept.md',
    readFileSync(file, 'utf8')
      .replace(/^id: .*$/m, 'id: petra')
      .replace('rating: 4', 'rating: 9'),
  );
  rmSync(file);
  const { out } = await google(folder);
  assert.match(out, /added +0\n/);
  assert.match(
    out,
    /its file cannot be read and was not changed: reviews\/kept\.md.*rating: must be at most 5/,
  );
});

test('an author who became anonymous at the source is, unless an editor wrote another name', async (t) => {
  const anonymous = { ...REVIEW, reviewer: { isAnonymous: true } };
  for (const [[from, to], report, name] of [
    [[DIGEST, ''], /author "P\. Vale" -> "Anonymous"/, 'Anonymous'],
    [
      ['name: Petra V.', 'name: Petra V.'],
      /author "P\. Vale", at the source "Anonymous": its author is now anonymous there\n/,
      'P. Vale',
    ],
  ] as const) {
    const folder = createFolder(t);
    await google(folder);
    const file = folder.fileBy('Own1');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    edit(file, ['name: Petra V.', 'name: P. Vale']);
    assert.match((await google(folder, anonymous)).out, report);
    assert.equal(folder.reviewBy('Own1').author.name, name);
  }
});

test('one date that an editor set does not keep the rest of a review from being merged', async (t) => {
  const folder = createFolder(t);
  await google(folder, { ...REVIEW, reviewReply: undefined });
  edit(folder.fileBy('Own1'), ['datePublished: 2026-05-01', 'datePublished: 2026-05-04']);
  const changed = { ...REVIEW, starRating: 'TWO', updateTime: '2026-05-03T12:00:00Z' };
  const { out } = await google(folder, changed);
  assert.match(out, /changed +1\n.*unchanged +0\n.*skipped +0\n.*conflicts +1\n/);
  assert.match(out, /dateModified none, at the source "2026-05-03"/);
  const { rating, ownerReply, dateModified, datePublished } = folder.reviewBy('Own1');
  assert.deepEqual(
    [rating, ownerReply?.datePublished, dateModified, datePublished],
    [2, '2026-05-04', undefined, '2026-05-04'],
  );
  const again = await google(folder, changed);
  assert.match(again.out, /changed +0\n.*unchanged +1\n/);
  assert.doesNotMatch(again.out, /onflict|digest/);
});

test('a date of the source that moves past those of an editor’s reply raises these', async (t) => {
  const folder = createFolder(t);
  await google(folder, { ...REVIEW, updateTime: '2026-05-03T12:00:00Z' });
  edit(folder.fileBy('Own1'), ['We are sorry, Petra.', 'We are sorry.']);
  edit(folder.fileBy('Own1'), ['dateModified: 2026-05-03', 'dateModified: 2026-05-02']);
  const createTime = '2026-05-07T12:00:00Z';
  const { out } = await google(folder, { ...REVIEW, createTime });
  assert.match(out, /skipped +0\n/);
  const { ownerReply, dateModified } = folder.reviewBy('Own1');
  assert.deepEqual(
    [ownerReply, dateModified],
    [{ text: 'We are sorry.', datePublished: '2026-05-07' }, '2026-05-07'],
  );
  assert.match((await google(folder, { ...REVIEW, createTime })).out, /changed +0\n/);
});

test('what cannot be read of a row is not what the source deleted', async (t) => {
  const folder = createFolder(t);
  const header = 'id,author,rating,date,reply,replyDate,language,url\n';
  const rows = (...cells: string[]) =>
    folder.csv(`${header}a1,${cells.join(',')}\n`, '--source', 'Place');
  await rows('Petra Vale,5,2026-05-01', 'Thanks.', '2026-05-02', 'en', 'https://a.example/');
  const before = folder.files();
  const { out } = await rows('p@a.example,5,2026-05-01', 'Thanks.', 'soon', 'English', 'a.example');
  assert.match(out, /changed +0\n.*unchanged +1\n/);
  assert.deepEqual(
    folder.files(),
    new Map([...before, ['.import/seen', folder.files().get('.import/seen') ?? '']]),
  );
  const { reviewer, starRating, createTime } = REVIEW;
  const own = { reviewId: 'Own2', reviewer, starRating, createTime };
  await google(folder, { ...own, reviewReply: REVIEW.reviewReply });
  await google(folder, { ...own, reviewReply: { comment: 'We are sorry.' } });
  assert.equal(folder.reviewBy('Own2').ownerReply?.text, 'We are sorry, Petra.');
});
