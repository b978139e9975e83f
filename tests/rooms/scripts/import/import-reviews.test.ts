import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, FIXTURES, runAt } from './run-in-folder.ts';

const TAKEOUT = join(FIXTURES, 'Takeout');
const NOW = new Date('2026-10-06T12:00:00Z');
const REVIEW = {
  reviewId: 'Own1',
  reviewer: { displayName: 'Petra Vale' },
  starRating: 'FOUR',
  comment: 'Kept me informed.',
  createTime: '2026-05-01T12:00:07Z',
};

test('a dry run writes nothing, and a second import on a later day changes no byte', async (t) => {
  const folder = createFolder(t, null);
  const { out: told } = await folder.run(TAKEOUT, '--dry-run');
  assert.match(told, /would add +4\n/);
  assert.throws(() => folder.files(), { code: 'ENOENT' });
  await folder.run(TAKEOUT, '--verified');
  const before = folder.files();
  const args = [TAKEOUT, '--verified', '--content', folder.content];
  const { out } = await runAt(new Date('2027-01-01T00:00:00Z'), args);
  assert.match(out, /added +0\n.*changed +0\n.*unchanged +4\n/);
  assert.deepEqual(folder.files(), before);
});

test('a review that left the export stays, and one that cannot be stored is skipped', async (t) => {
  const folder = createFolder(t);
  await folder.google(REVIEW);
  const large = { ...REVIEW, reviewId: 'A', comment: 'x'.repeat(64 * 1024 + 1) };
  const long = { ...REVIEW, reviewId: 'x'.repeat(600), comment: 'Other.' };
  const other = { ...REVIEW, reviewId: 'B', reviewer: { displayName: 'Olaf Tarn' } };
  const { code, out } = await folder.google([large, long, other]);
  assert.equal(code, 0);
  assert.match(out, /review 1: its text has 65 KiB and may have at most 64 KiB/);
  assert.match(out, /review 2: source\.id must be at most 500 characters/);
  assert.match(out, /not in the export; they stay:\n {2}reviews\/2026\/05\//);
});

test('a failure to write stops with one sentence and leaves no half file', async (t) => {
  const folder = createFolder(t);
  folder.write('content/reviews/2026', 'a file where a folder should be');
  const { code, errors } = await folder.google(REVIEW);
  assert.equal(code, 1);
  assert.match(errors, /could not be written/);
  const files = [...folder.files().keys()].filter((file) => !file.startsWith('.import/'));
  assert.deepEqual(files, ['business.yaml', 'reviews/2026']);
});

test('rows that all fail are refused with one sentence', async (t) => {
  const folder = createFolder(t);
  const map = 'source: { constant: S }\nratingScale: 5\nauthor: A\nrating: R\ndate: D\n';
  const table = 'A,R,D\na,9,2026-01-01\n';
  const { code, errors } = await folder.csv(table, '--map', folder.write('map.yaml', map));
  assert.equal(code, 1);
  assert.match(errors, /None of the 1 rows can be imported\. The first, line 2/);
});

test('content with an error is refused by its place', async (t) => {
  const folder = createFolder(t);
  folder.write('content/business.yaml', 'id: x\n');
  const { code, errors } = await folder.google(REVIEW);
  assert.equal(code, 1);
  assert.match(errors, /business\.yaml:1:1 error name: is missing/);
});

for (const [args, message] of [
  [['x', '--verifed'], /unknown option .*did you mean --verified/],
  [['a', 'b'], /too many arguments/],
  [['x', '--content', '--dry-run'], /--content .* value is missing/],
  [['x', '--names', 'none'], /--names .* choices are full/],
] as const) {
  test(`wrong usage exits with 2: ${args.join(' ')}`, async () => {
    const { code, errors } = await runAt(NOW, args);
    assert.equal(code, 2);
    assert.match(errors, message);
  });
}

test('a run shows its progress, and clears the line before it prints', async (t) => {
  const folder = createFolder(t);
  const shown: string[] = [];
  await runAt(NOW, [TAKEOUT, '--content', folder.content], {
    print: () => assert.notEqual(shown.at(-1)?.startsWith('Writing'), true),
    progress: {
      show: (what, done, total) => shown.push(`${what} ${done}/${total}`),
      clear: () => shown.push('cleared'),
    },
  });
  for (const line of ['Reading the content 0/0', 'Comparing reviews 4/4', 'Writing reviews 4/4']) {
    assert.ok(shown.includes(line), `${line} is not among ${shown.join(', ')}`);
  }
  assert.equal(shown.at(-1), 'cleared');
});
