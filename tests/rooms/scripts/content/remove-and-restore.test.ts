import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScript } from '../../../support/run-script.ts';
import { Folder, review } from './run-command.ts';

const FAQ = `# Answers
- id: how-fees-work
  question: How do fees work?
  answer: As they say.
  evidence:
    - google-a1 # the clearest
    - google-b2
  dateModified: "2026-09-28"
- id: how-long
  question: How long?
  answer: Not long.
  evidence: [google-a1]
  dateModified: "2026-09-28"
`;
const SUMMARY = `---
headline: Good
author: Ed
dateModified: "2026-09-28"
strengths:
  - text: They call back.
    aspect: communication
    evidence: [ google-b2, google-a1, google-c3 ]
---
They do.
`;
const ASPECTS = `use: general
aspects:
  - id: communication
    quotes:
      pin: [google-a1] # the best
      veto:
        - google-a1
`;
const REMOVED = `# Taken down
- id: google-z9
  dateRemoved: "2026-01-02" # by phone
  reason: spam
`;
const A1 = 'reviews/2026/09/a1.md';

const files = {
  [A1]: review('google-a1'),
  'reviews/b2.md': review('google-b2'),
  'reviews/c3.md': review('google-c3'),
  'faq.yaml': FAQ,
  'summary.md': SUMMARY,
  'aspects.yaml': ASPECTS,
  'removed.yaml': REMOVED,
};
const TOMBSTONE = `- id: google-a1
  dateRemoved: "2026-10-06"
  reason: author-request
`;
const ARGS = ['google-a1', '--reason', 'author-request'];

test('a review is taken down with its file, a tombstone and its place in every list', async (context) => {
  const folder = new Folder(context, files);
  const ran = await folder.run('remove', ARGS);
  assert.equal(ran.code, 0, ran.errors);
  assert.equal(folder.has(A1), false);
  assert.equal(folder.read('removed.yaml'), REMOVED + TOMBSTONE);
  assert.equal(
    folder.read('faq.yaml'),
    FAQ.replace('    - google-a1 # the clearest\n', ''),
    'the other answer has no other evidence',
  );
  assert.equal(folder.read('summary.md'), SUMMARY.replace('google-a1, ', ''));
  assert.match(folder.read('aspects.yaml'), /pin: \[\] # the best\n +veto: \[\]\n/);
  assert.match(ran.out, /faq.yaml:11 the answer "how-long": has no other evidence/);
  assert.match(ran.out, /was never committed to git/);
  const status = await folder.run('status');
  assert.equal(status.code, 0, status.out);
  assert.match(status.out, /Cited but gone.*\n {2}faq.yaml:11 the answer "how-long": google-a1/);
});

test('what was taken down comes back from git as it was, and as often as one likes', async (context) => {
  const folder = new Folder(context, files);
  folder.commit();
  const before = folder.files();
  for (const isCommitted of [false, true, true]) {
    assert.equal((await folder.run('remove', ARGS)).code, 0);
    if (isCommitted) folder.commit();
    const { code, out, errors } = await folder.run('restore', ['google-a1']);
    assert.equal(code, 0, errors);
    assert.match(out, /tombstone deleted/);
    const { 'aspects.yaml': aspects, ...others } = folder.files();
    const { 'aspects.yaml': _, ...wanted } = before;
    // The comment is that of a list, not of its line, and goes with it.
    assert.deepEqual(others, { ...wanted, 'faq.yaml': FAQ.replace(' # the clearest', '') });
    assert.match(
      aspects ?? '',
      /pin: \[ ?google-a1 ?\] # the best\n +veto:\s+(\[ )?(- )?google-a1/,
    );
    if (isCommitted) folder.commit();
  }
});

test('a review goes back only to claims that are still there', async (context) => {
  const folder = new Folder(context, files);
  folder.commit();
  await folder.run('remove', ARGS);
  folder.save({ 'faq.yaml': FAQ.slice(FAQ.indexOf('- id: how-long')), 'summary.md': SUMMARY });
  const faq = folder.read('faq.yaml');
  assert.equal((await folder.run('restore', ['google-a1'])).code, 0);
  assert.equal(folder.read('faq.yaml'), faq);
});

test('removed.yaml is created where it is missing, and goes with its last tombstone', async (context) => {
  const folder = new Folder(context, { [A1]: files[A1] ?? '' });
  folder.commit();
  const before = folder.files();
  await folder.run('remove', ARGS);
  assert.equal(folder.read('removed.yaml'), TOMBSTONE);
  await folder.run('restore', ['google-a1']);
  assert.deepEqual(folder.files(), before);
});

test('without git a review cannot come back, and nothing is changed', async (context) => {
  const folder = new Folder(context, files);
  await folder.run('remove', ARGS);
  const before = folder.files();
  const { code, errors } = await folder.run('restore', ['google-a1']);
  assert.equal(code, 1);
  assert.match(errors, /no copy is kept.*import it again, or write it again: npm run new/);
  folder.commit();
  const again = await folder.run('restore', ['google-a1']);
  assert.match(again.errors, /the history in git does not contain it/);
  const unknown = await folder.run('restore', ['google-a7']);
  assert.match(unknown.errors, /"google-a7" has no tombstone.*did you mean "google-a1"/);
  assert.deepEqual(folder.files(), before);
});

test('a review is taken down whatever is wrong with its file and the others', async (context) => {
  const folder = new Folder(context, {
    ...files,
    'business.yaml': 'id: [',
    'faq.yaml': `${FAQ}- [`,
    'reviews/b2.md': 'nothing',
    [A1]: '---\nid: google-a1 # hers\nrating: [\nsource: { id: google-b2 }\n',
    'reviews/2026/09/2026-09-01-google-d4.md': 'nothing',
  });
  const { code, out } = await folder.run('remove', ARGS);
  assert.equal(code, 0);
  assert.equal(folder.has(A1), false);
  assert.match(out, /faq.yaml: is not valid YAML, so it still names the review/);
  assert.equal((await folder.run('remove', ['google-d4', '--reason', 'spam'])).code, 0);
  assert.equal(folder.has('reviews/2026/09/2026-09-01-google-d4.md'), false);
  assert.equal(folder.has('reviews/b2.md'), true);
});

test('where removed.yaml is wrong the tombstone is written, and the call fails until it is corrected', async (context) => {
  const folder = new Folder(context, { ...files, 'removed.yaml': `${REMOVED}- id: [\n` });
  const { code, out } = await folder.run('remove', ARGS);
  assert.equal(code, 1);
  assert.match(
    out,
    /removed.yaml is invalid, and no other edit is published until[^\n]*\nremoved.yaml:5:7 error/,
  );
  assert.equal(folder.read('removed.yaml'), `${REMOVED}- id: [\n${TOMBSTONE}`);
  assert.equal((await folder.run('remove', ARGS)).code, 1);
  assert.equal(folder.read('removed.yaml'), `${REMOVED}- id: [\n${TOMBSTONE}`, 'once is enough');
  folder.save({ 'removed.yaml': REMOVED + TOMBSTONE });
  const again = await folder.run('remove', ARGS);
  assert.equal(again.code, 0);
  assert.match(again.out, /^google-a1 is already taken down; nothing was done\.\n/);
});

test('what is not UTF-8 is not written over, and a review in it is taken down', async (context) => {
  const folder = new Folder(context, {
    ...files,
    [A1]: Buffer.from(review('google-a1').replace('Jane', 'Jané'), 'latin1'),
    'faq.yaml': Buffer.from(FAQ.replace('Answers', 'Réponses'), 'latin1'),
  });
  const faq = folder.read('faq.yaml');
  assert.equal((await folder.run('remove', ARGS)).code, 0);
  assert.equal(folder.has(A1), false);
  assert.equal(folder.read('faq.yaml'), faq);
  folder.save({ 'removed.yaml': Buffer.from('# Enlevés\n', 'latin1') });
  const { code, errors } = await folder.run('remove', ['google-b2', '--reason', 'spam']);
  assert.equal(code, 1);
  assert.match(errors, /removed\.yaml:1:8 error is not valid UTF-8.*Nothing was changed/);
  assert.equal(folder.has('reviews/b2.md'), true);
});

test('an unknown id, reason or date changes nothing', async (context) => {
  const folder = new Folder(context, files);
  const before = folder.files();
  const unknown = await folder.run('remove', ['google-a2', '--reason', 'spam']);
  assert.deepEqual([unknown.code, unknown.errors.includes('did you mean "google-a1"')], [1, true]);
  assert.equal((await folder.run('remove', ['google-a1'])).code, 2);
  assert.equal((await folder.run('remove', ['google-a1', '--reason', 'author'])).code, 2);
  const late = await folder.run('remove', [...ARGS, '--date', '2026-10-08']);
  assert.match(late.errors, /--date must not be later than tomorrow, 2026-10-07/);
  const dry = await folder.run('remove', [...ARGS, '--dry-run']);
  assert.match(dry.out, /google-a1 would be taken down/);
  const { files: named } = JSON.parse(
    (await folder.run('remove', [...ARGS, '--dry-run', '--json'])).out,
  );
  assert.deepEqual(named, ['removed.yaml', A1, 'faq.yaml', 'summary.md', 'aspects.yaml']);
  assert.deepEqual(folder.files(), before);
});

test('a call that was killed between two files left the review down, and another finishes', async (context) => {
  const whole = new Folder(context, files);
  await whole.run('remove', ARGS);
  const done = whole.files();
  const order = ['removed.yaml', A1, 'faq.yaml', 'summary.md', 'aspects.yaml'];
  for (const [index] of order.entries()) {
    const folder = new Folder(context, files);
    for (const file of order.slice(0, index)) {
      const text = done[file];
      if (text === undefined) folder.delete(file);
      else folder.save({ [file]: text });
    }
    const { published } = JSON.parse((await folder.run('status', ['--json'])).out);
    assert.equal(published, index === 0 ? 3 : 2);
    assert.equal((await folder.run('remove', ARGS)).code, 0);
    assert.deepEqual(folder.files(), done);
  }
});

test('a file deleted by hand gets its tombstone, or comes back', async (context) => {
  const folder = new Folder(context, files);
  folder.commit();
  folder.delete(A1);
  const { deletedWithoutTombstone } = JSON.parse((await folder.run('status', ['--json'])).out);
  assert.deepEqual(deletedWithoutTombstone, [{ id: 'google-a1', file: A1, commit: 'HEAD' }]);
  assert.equal((await folder.run('restore', ['google-a1'])).code, 0);
  assert.equal(folder.read(A1), files[A1]);
  folder.delete(A1);
  folder.commit();
  assert.match(
    (await folder.run('status')).out,
    /deleted without a tombstone.*\n {2}google-a1 reviews/,
  );
  assert.equal((await folder.run('remove', ARGS)).code, 0);
  assert.doesNotMatch((await folder.run('status')).out, /without a tombstone/);
});

test('a folder below the top of a repository has its history, whatever files are called', async (context) => {
  const odd = 'reviews/her “naïve” \t one/日本.md';
  const folder = new Folder(context, { [odd]: files[A1] ?? '' });
  folder.commit('..');
  await folder.run('remove', ARGS);
  folder.save({ 'reviews/new one.md': review('google-n1') });
  const { uncommitted } = JSON.parse((await folder.run('status', ['--json'])).out);
  assert.deepEqual(uncommitted, { added: ['reviews/new one.md'], changed: [] });
  folder.commit('..');
  const { code, errors } = await folder.run('restore', ['google-a1']);
  assert.equal(code, 0, errors);
  assert.equal(folder.read(odd), files[A1]);
});

test('of a review that was deleted more than once the last version comes back', async (context) => {
  const folder = new Folder(context);
  for (const rating of ['1', '2', '3']) {
    folder.save({ [`reviews/at-${rating}.md`]: review('google-a1', { rating }) });
    folder.commit();
    folder.delete(`reviews/at-${rating}.md`);
    folder.commit();
  }
  await folder.run('remove', ARGS);
  await folder.run('restore', ['google-a1']);
  assert.equal(folder.read('reviews/at-3.md'), review('google-a1', { rating: '3' }));
});

test('where another file is in its place, or the version in git is wrong, nothing comes back', async (context) => {
  const folder = new Folder(context, { [A1]: files[A1] ?? '', 'reviews/b2.md': 'id: google-b2\n' });
  folder.commit();
  await folder.run('remove', ARGS);
  folder.commit();
  folder.save({ [A1]: review('google-n1') });
  const before = folder.files();
  const taken = await folder.run('restore', ['google-a1']);
  assert.match(taken.errors, /a1\.md, where the review was, contains another one/);
  assert.deepEqual(folder.files(), before);
  await folder.run('remove', ['google-b2', '--reason', 'spam']);
  const wrong = await folder.run('restore', ['google-b2']);
  assert.match(wrong.errors, /is not a valid review.*git show HEAD:\.\/reviews\/b2\.md/);
});

test('the check warns of a published review that was deleted without a tombstone', (context) => {
  const folder = new Folder(context, {
    [A1]: files[A1] ?? '',
    'reviews/p.md': review('google-p1', { verification: '{ status: pending }' }),
  });
  folder.commit();
  folder.delete(A1);
  folder.delete('reviews/p.md');
  const { status, stdout } = runScript('scripts/check/check-content.ts', [folder.root]);
  assert.equal(status, 0);
  assert.match(stdout, /a1\.md:1:1 warning was deleted and has no entry in removed\.yaml/);
  assert.doesNotMatch(stdout, /p\.md/, 'nobody has a pending one');
});
