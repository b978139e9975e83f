import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadContent } from '#dataset/check/check-content.ts';
import { answering, Folder, NOW, review } from './run-command.ts';

const PENDING = { verification: '{ status: pending }' };
const WITHHELD = { verification: '{ status: withheld, reason: spam, date: 2026-09-03 }' };
const NEW = [
  '--author',
  ' Maximilian van der Berg-Öztürk ',
  '--rating',
  '4,5',
  '--date',
  '2026-10-05',
];
const SAID = [...NEW, '--text', 'He listened:\n\n"Go on," he said.', '--source', 'Walk-in desk'];

test('a new review is written as it was said, pending, under an id of its own', async (context) => {
  const folder = new Folder(context);
  const { code, out } = await folder.run('new', [...SAID, '--title', 'Great: really']);
  assert.equal(code, 0);
  const [path = ''] = out.split('\n');
  assert.match(path, /reviews\/2026\/10\/2026-10-05-walk-in-desk-[a-z0-9]{8}\.md$/);
  const { reviews } = loadContent(folder.root, NOW).content;
  const [{ id, ...written } = { id: '' }] = reviews;
  assert.match(id, /^walk-in-desk-/);
  assert.deepEqual(written, {
    author: { name: 'Maximilian van der Berg-Öztürk' },
    datePublished: '2026-10-05',
    rating: 4.5,
    name: 'Great: really',
    source: { name: 'Walk-in desk' },
    verification: { status: 'pending' },
    relationship: 'none',
    reviewBody: 'He listened:\n\n"Go on," he said.',
  });
  const text = folder.read(path.slice(folder.root.length + 1));
  assert.match(
    text,
    /^---\n# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/schema\/review\.schema\.json\n/,
  );
  await folder.run('new', SAID);
  assert.equal(loadContent(folder.root, NOW).content.reviews.length, 2, 'no file is written over');
});

test('a new review is published at once where it is said how it was verified', async (context) => {
  const folder = new Folder(context);
  const { out } = await folder.run('new', [...SAID, '--verified', 'client-record', '--json']);
  assert.equal(JSON.parse(out).status, 'verified');
  const [written] = loadContent(folder.root, NOW).content.reviews;
  assert.deepEqual(written?.verification, {
    status: 'verified',
    method: 'client-record',
    date: '2026-10-06',
  });
});

test('what is missing of a new review is asked at a terminal, and named elsewhere', async (context) => {
  const folder = new Folder(context, { 'reviews/a.md': review('google-a1') });
  const before = folder.files();
  const alone = await folder.run('new', ['--author', 'Jane D.', '--rating', '5']);
  assert.equal(alone.code, 2);
  assert.match(alone.errors, /--date, --text, --source are missing/);
  assert.deepEqual(folder.files(), before);
  const ask = answering('Jane D.', '4', '', '', '', '', 'invitation');
  const { code, out } = await folder.run('new', [], ask);
  assert.equal(code, 0);
  assert.match(out, /2026-10-06-google-/, 'today, and the source of most');
  const written = loadContent(folder.root, NOW).content.reviews.find(({ rating }) => rating === 4);
  assert.equal(written?.reviewBody, '', 'stars alone');
});

test('a new review with a fault is not written', async (context) => {
  const folder = new Folder(context, {
    'reviews/a.md': review('google-a1'),
    'removed.yaml': '- id: google-z9\n  dateRemoved: 2026-01-02\n  reason: spam\n',
  });
  const before = folder.files();
  for (const [args, fault] of [
    [['--id', 'google-a1'], /the id "google-a1" is taken/],
    [['--id', 'google-z9'], /"google-z9" is in removed\.yaml/],
    [['--id', 'A'], /--id must be 4 to 64/],
    [['--title', 'a\nb'], /--title must be a single line/],
  ] as const) {
    const { code, errors } = await folder.run('new', [...SAID, ...args]);
    assert.notEqual(code, 0);
    assert.match(errors, fault);
  }
  for (const [flag, value, fault] of [
    ['--date', '2026-10-08', /later than tomorrow, 2026-10-07/],
    ['--date', '2026-02-30', /must be a date that exists.*got "2026-02-30"/],
    ['--rating', '6', /--rating must be at most 5/],
    ['--rating', 'five', /--rating must be a number from 1 to 5/],
  ] as const) {
    const at = SAID.indexOf(flag) + 1;
    const { code, errors } = await folder.run('new', SAID.with(at, value));
    assert.equal(code, 2);
    assert.match(errors, fault);
  }
  assert.equal((await folder.run('new', [...SAID, '--dry-run'])).code, 0);
  assert.deepEqual(folder.files(), before);
  folder.save({ 'removed.yaml': '- [' });
  assert.match((await folder.run('new', SAID)).errors, /removed\.yaml:1.*Correct it first/);
});

const SOME = {
  'reviews/a.md': review('google-a1', PENDING),
  'reviews/b.md': review('google-b2', WITHHELD),
  'reviews/c.md': review('google-c3'),
  'reviews/d.md': review('yelp-d4', { ...PENDING, source: '{ name: Yelp }' }),
};
const VERIFIED = '{ status: verified, method: platform-import, date: 2026-10-06 }';

test('pending reviews of a source are verified; withheld and verified ones stay as they are', async (context) => {
  const folder = new Folder(context, SOME);
  const before = folder.files();
  assert.match(
    (await folder.run('verify', ['--source', 'Google', '--dry-run'])).out,
    /^1 review would/,
  );
  assert.deepEqual(folder.files(), before);
  const { code, out } = await folder.run('verify', ['--source', 'Google', '--json']);
  assert.equal(code, 0);
  const { verified, before: was, withheld, files } = JSON.parse(out);
  assert.deepEqual([verified, was, withheld, files], [1, 1, 1, ['reviews/a.md']]);
  const a1 = review('google-a1', { verification: VERIFIED });
  assert.deepEqual(folder.files(), { ...before, 'reviews/a.md': a1 });
  const rest = await folder.run('verify', [
    '--all-pending',
    '--method',
    'document',
    '--date',
    '2026-10-01',
  ]);
  assert.match(rest.out, /^1 review verified \(document, 2026-10-01\)/);
  assert.match((await folder.run('verify', ['--all-pending'])).out, /^0 reviews verified/);
});

test('one unknown id or source keeps all from being verified', async (context) => {
  const folder = new Folder(context, { ...SOME, 'reviews/e.md': '---\nid: google-e5\n---\n' });
  const before = folder.files();
  folder.save({ '.ids': 'google-a1\n# by phone\nyelp-d5\ngoogle-e5\n' });
  const ids = join(folder.root, '.ids');
  const { code, errors } = await folder.run('verify', ['--ids', ids]);
  assert.equal(code, 1);
  assert.match(
    errors,
    /yelp-d5 \(did you mean "yelp-d4"\?\)\n {2}google-e5, which may be reviews\/e\.md/,
  );
  const source = await folder.run('verify', ['--source', 'Gogle']);
  assert.match(source.errors, /no review is from "Gogle" \(did you mean "Google"\?\)/);
  for (const args of [[], ['--all-pending', '--ids', ids], ['--all-pending', '--method', 'sure']])
    assert.equal((await folder.run('verify', args)).code, 2);
  assert.equal((await folder.run('verify', ['--ids', join(folder.root, 'none')])).code, 1);
  folder.delete('.ids');
  assert.deepEqual(folder.files(), before);
  folder.save({ '.ids': 'google-a1 # sure\r\ngoogle-b2\n' });
  const both = await folder.run('verify', ['--ids', ids]);
  assert.match(both.out, /^1 review verified.*\n1 review withheld, and left so\.$/);
});

test('a reply is written, replaced and deleted, and nothing else is touched', async (context) => {
  const folder = new Folder(context, { 'reviews/a.md': review('google-a1') });
  const first = await folder.run('reply', [
    'google-a1',
    '--text',
    'Thanks.',
    '--date',
    '2026-09-03',
  ]);
  assert.equal(first.code, 0);
  const [head = '', tail] = review('google-a1').split(/(?<=\n)(?=---\nThey)/);
  const replied = 'ownerReply:\n  text: Thanks.\n  datePublished: 2026-09-03\n';
  assert.equal(folder.read('reviews/a.md'), head + replied + tail);
  assert.match(
    (await folder.run('reply', ['google-a1', '--text', 'Thanks.'])).out,
    /has this reply/,
  );
  await folder.run('reply', ['google-a1'], answering('We paid $500: sorry.'));
  assert.equal(
    folder.read('reviews/a.md'),
    `${head}${replied.replace('Thanks.', '"We paid $500: sorry."')}  dateModified: 2026-10-06\n${tail}`,
  );
  const { out } = await folder.run('reply', ['google-a1', '--text', 'It was $500.\n\nSorry.']);
  assert.match(out, /names an amount of money/);
  await folder.run('reply', ['google-a1', '--delete']);
  assert.equal(folder.read('reviews/a.md'), review('google-a1'));
  folder.save({ 'reviews/a.md': `${head}ownerReply:\n  text: Hi.\n${tail}` });
  await folder.run('reply', ['google-a1', '--text', 'Thanks.']);
  const undated = 'ownerReply:\n  text: Thanks.\n  dateModified: 2026-10-06\n';
  assert.equal(folder.read('reviews/a.md'), head + undated + tail);
});

test('a reply that would be wrong is not written', async (context) => {
  const folder = new Folder(context, { 'reviews/a.md': review('google-a1', PENDING) });
  const before = folder.files();
  const early = await folder.run('reply', ['google-a1', '--text', 'No.', '--date', '2026-08-31']);
  assert.equal(early.code, 1);
  assert.match(early.errors, /reviews\/a\.md.*lies before the review's 2026-09-01/);
  const unknown = await folder.run('reply', ['google-a2', '--text', 'No.']);
  assert.match(unknown.errors, /no review has the id "google-a2" \(did you mean "google-a1"\?\)/);
  assert.equal((await folder.run('reply', ['google-a1'])).code, 2);
  assert.equal((await folder.run('reply', ['google-a1', '--delete', '--text', 'No.'])).code, 2);
  const dry = await folder.run('reply', ['google-a1', '--text', 'No.', '--dry-run']);
  assert.match(dry.out, /The review is pending/);
  assert.deepEqual(folder.files(), before);
});

test('the status lists what is pending, withheld, new, cited but gone and wrong', async (context) => {
  const folder = new Folder(context, SOME);
  folder.commit();
  folder.save({
    'reviews/e.md': review('google-e5'),
    'reviews/c.md': review('google-c3', { rating: '4' }),
    'faq.yaml':
      '- id: fees\n  question: Fees?\n  answer: Yes.\n  evidence: [google-c3, google-y8]\n  dateModified: 2026-09-28\n',
    'removed.yaml': '- id: google-y8\n  dateRemoved: 2026-01-02\n  reason: spam\n',
  });
  const { code, out } = await folder.run('status');
  assert.equal(code, 0);
  assert.equal(
    out,
    `2 reviews published, 2 pending, 1 withheld, 1 taken down

Pending, and so not published (npm run verify):
  reviews/a.md
  reviews/d.md

Withheld:
  spam: 1

New since the last commit:
  reviews/e.md

Changed since the last commit:
  reviews/c.md

Cited but gone (name another review there, or delete it):
  faq.yaml:4 the answer "fees": google-y8

1 warning: npm run check:content`,
  );
  folder.save({ 'reviews/e.md': '---\nid: google-e5\n---\n' });
  const wrong = await folder.run('status');
  assert.equal(wrong.code, 1);
  assert.match(wrong.out, /Errors \(nothing is published[^\n]*\n {2}reviews\/e\.md:/);
  const { errors, pending } = JSON.parse((await folder.run('status', ['--json'])).out);
  assert.ok(errors.length > 0);
  assert.equal(pending.length, 2);
});

test('a character that no text may hold is named', async (context) => {
  const folder = new Folder(context, { 'reviews/a.md': review('google-a1') });
  const before = folder.files();
  for (const [said, message] of [
    ['ab\u202ecd', /^\w+: --\w+ contains U\+202E \(right-to-left override\).*; delete it\./m],
    ['ab\u0007cd', /^\w+: --\w+ contains a control character \(U\+0007\); delete it\./m],
    ['a'.repeat(70_000), /^\w+: --\w+ has 69 KiB and may have at most 64 KiB; shorten it\./m],
  ] as const) {
    for (const { code, errors } of [
      await folder.run('reply', ['google-a1', '--text', said]),
      await folder.run('new', [...NEW, '--source', 'Desk', '--text', said]),
      await folder.run('new', [...SAID, '--title', said]),
    ]) {
      assert.equal(code, 2);
      assert.match(errors, message);
    }
  }
  assert.deepEqual(folder.files(), before);
  const { errors } = await folder.run('new', [...NEW, '--text', '---\nGood', '--source', 'Desk']);
  assert.match(errors, /--text has a value that begins with --; write --text=VALUE/);
  const written = await folder.run('new', [...NEW, '--text=---\nGood', '--source', 'Desk']);
  assert.equal(written.code, 0);
});

test('a folder that is not there has no status', async (context) => {
  const folder = new Folder(context);
  folder.delete('business.yaml');
  const { code, errors } = await folder.run('status');
  assert.equal(code, 1);
  assert.match(errors, /contains no content; name the folder that contains business\.yaml/);
});
