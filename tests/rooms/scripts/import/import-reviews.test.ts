import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, FIXTURES, runAt } from './run-in-folder.ts';

const TAKEOUT = join(FIXTURES, 'Takeout');
const GOOGLE = ['--from', 'google-takeout'] as const;
const REVIEW = {
  reviewId: 'Own1',
  reviewer: { displayName: 'Petra Vale' },
  starRating: 'FOUR',
  comment: 'Kept me informed.',
  createTime: '2026-05-01T12:00:00Z',
};

test('the same export a second time, on a later day, changes no byte', async (t) => {
  const folder = createFolder(t);
  await folder.run(...GOOGLE, TAKEOUT, '--verified');
  const before = folder.files();
  const args = [...GOOGLE, TAKEOUT, '--verified', '--content', folder.content];
  const { out } = await runAt(new Date('2027-01-01T00:00:00Z'), args);
  assert.match(out, /added +0\n.*changed +0\n.*unchanged +4\n/);
  assert.deepEqual(folder.files(), before);
});

test('a name follows a policy that is asked for, and no run without one undoes it', async (t) => {
  const folder = createFolder(t);
  await folder.google(REVIEW);
  assert.equal(folder.reviewBy('Own1').author.name, 'Petra V.');
  await folder.google(REVIEW, '--names', 'initials');
  assert.equal(folder.reviewBy('Own1').author.name, 'P. V.');
  const { out } = await folder.google(REVIEW, '--verified');
  assert.match(out, /unchanged +1\n/);
  assert.match(out, /1 stored review of this export stayed pending/);
  assert.deepEqual(folder.reviewBy('Own1').verification, { status: 'pending' });
  await folder.google({ ...REVIEW, reviewer: { isAnonymous: true } });
  assert.equal(folder.reviewBy('Own1').author.name, 'Anonymous');
});

test('a dry run shows what it would do and writes nothing', async (t) => {
  const folder = createFolder(t, null);
  const { code, out } = await folder.run(...GOOGLE, TAKEOUT, '--dry-run');
  assert.equal(code, 0);
  assert.match(out, /would add +4\n/);
  assert.match(out, /reviews\/2026\/04\/2026-04-01-google-[0-9a-f]{12}\.md/);
  assert.throws(() => folder.files(), { code: 'ENOENT' });
});

test('the same author, date and text under another id is a duplicate', async (t) => {
  const folder = createFolder(t);
  const twin = { ...REVIEW, reviewId: 'Own2', comment: ' kept  me INFORMED. ' };
  const { out } = await folder.google([REVIEW, twin]);
  assert.match(out, /review 2: has the same author, date and text as .*review 1/);
  const table = 'author,rating,date,text\nPetra Vale,4,2026-05-01,Kept me informed.\n';
  const again = await folder.csv(table, '--source', 'Elsewhere');
  assert.match(again.out, /line 2: has the same author, date and text as reviews\/2026\/05/);
  assert.equal(folder.load().reviews.length, 1);
});

test('ratings without text on one day are different reviews where their ids differ; one that left the export stays', async (t) => {
  const folder = createFolder(t);
  const bare = { starRating: 'FIVE', createTime: REVIEW.createTime };
  const [one, two] = ['Bare1', 'Bare2'].map((reviewId) => ({ ...bare, reviewId }));
  await folder.google([one, two]);
  assert.equal(folder.load().reviews.length, 2);
  const { out } = await folder.google([one]);
  assert.match(out, /not in the export; they stay:\n {2}reviews\/2026\/05\//);
  assert.equal(folder.load().reviews.length, 2);
});

test('a text or an id that cannot be stored is skipped with the reason', async (t) => {
  const folder = createFolder(t);
  const large = { ...REVIEW, comment: 'x'.repeat(64 * 1024 + 1) };
  const long = { ...REVIEW, reviewId: 'x'.repeat(600), comment: 'Other.' };
  const { code, out } = await folder.google([large, long, { ...REVIEW, reviewId: 'B' }]);
  assert.equal(code, 0);
  assert.match(out, /review 1: its text has 65 KiB and may have at most 64 KiB/);
  assert.match(out, /review 2: source\.id must be at most 500 characters/);
  assert.equal(folder.load().reviews.length, 1);
});

test('long lists are cut with a count unless --verbose asks for all', async (t) => {
  const folder = createFolder(t);
  const unrated = (reviewId: string) => ({ ...REVIEW, reviewId, starRating: '' });
  const reviews = [REVIEW, ...Array.from({ length: 30 }, (_, n) => unrated(`N${n}`))];
  const { out } = await folder.google(reviews);
  assert.match(out, /\.\.\. and 20 more \(--verbose shows all\)/);
  const verbose = await folder.google(reviews, '--verbose');
  assert.match(verbose.out, /review 31: has no star rating/);
});

test('a failure to write stops with one sentence and leaves no half file', async (t) => {
  const folder = createFolder(t);
  folder.write('content/reviews/2026', 'a file where a folder should be');
  const { code, errors } = await folder.google(REVIEW);
  assert.equal(code, 1);
  assert.match(errors, /could not be written after 0 files/);
  assert.deepEqual(
    [...folder.files().keys()],
    ['.import/.gitignore', '.import/key', 'business.yaml', 'reviews/2026'],
  );
});

test('where somebody watches a run shows how far it is, and clears the line before it prints', async (t) => {
  const folder = createFolder(t);
  const shown: string[] = [];
  const args = [...GOOGLE, TAKEOUT, '--content', folder.content];
  await runAt(new Date('2026-10-06T12:00:00Z'), args, {
    print: () => assert.notEqual(shown.at(-1)?.startsWith('Writing'), true),
    progress: {
      show: (what, done, total) => shown.push(`${what} ${done}/${total}`),
      clear: () => shown.push('cleared'),
    },
  });
  // Four reviews, and what is known of them.
  for (const line of ['Reading the content 0/0', 'Comparing reviews 4/4', 'Writing reviews 4/4']) {
    assert.ok(shown.includes(line), `${line} is not among ${shown.join(', ')}`);
  }
  assert.equal(shown.at(-1), 'cleared');
});
