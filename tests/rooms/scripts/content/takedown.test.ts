import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, Folder, review } from './run-command.ts';

const A1 = 'reviews/a1.md';
const B2 = 'reviews/b2.md';
const ARGS = ['google-a1', '--reason', 'author-request'];

/** What a stranger wrote, so that another review goes with this one. */
const TEXT = 'They helped.\n\nid: google-a1\n---\nid: google-a1\n';

for (const [what, broken] of [
  ['front matter that is no YAML', `---\nid: google-b2\nrating: [\n---\n${TEXT}`],
  ['no end of its front matter', `---\nid: google-b2\nrating: 5\n\n${TEXT}`],
  ['no end of its front matter and no id', `---\nrating: 5\n\n${TEXT}`],
  ['no end of its front matter, no id and no blank line', `---\nrating: 5\n${TEXT}`],
  ['no beginning of its front matter', `id: google-b2\nrating: 5\n---\n${TEXT}`],
  ['a blank line before all', `\nid: google-b2\nrating: 5\n---\n${TEXT}`],
  ['Windows lines', `---\nid: google-b2\nrating: [\n---\n${TEXT}`.replaceAll('\n', '\r\n')],
  ['no text in UTF-8', Buffer.from(`---\nid: google-b2\n---\r\n${TEXT}é`, 'latin1')],
] as const) {
  test(`the text of a review cannot have it deleted in place of another one, with ${what}`, async (context) => {
    const folder = new Folder(context, { [A1]: review('google-a1'), [B2]: broken });
    folder.commit();
    assert.equal((await folder.run('remove', ARGS)).code, 0);
    assert.deepEqual([folder.has(A1), folder.has(B2)], [false, true]);
    folder.delete(B2);
    folder.commit();
    const { code, errors } = await folder.run('restore', ['google-a1']);
    assert.equal(code, 0, errors);
    assert.equal(folder.has(A1), true);
  });
}

test('a file that nobody can read and that states two ids is named and left', async (context) => {
  const folder = new Folder(context, { [B2]: '---\nid: google-a1\nid: google-b2\n---\n' });
  const { code, out } = await folder.run('remove', ARGS);
  assert.equal(code, 0);
  assert.match(out, /reviews\/b2\.md: cannot be read and names it; delete the file if it is/);
  assert.equal(folder.has(B2), true);
  assert.match(folder.read('removed.yaml'), /id: google-a1/);
});

test('a review is taken down wherever it lies, and comes back there', async (context) => {
  const odd = 'reviews/line\nbreak \u2028 “x” *[a]?/:(top) \\ ü.md';
  const folder = new Folder(context, { [odd]: review('google-a1') });
  folder.commit();
  const { code, out, errors } = await folder.run('remove', ARGS);
  assert.equal(code, 0, errors);
  assert.doesNotMatch(out, /never committed|was changed/);
  assert.equal(folder.has(odd), false);
  assert.equal((await folder.run('restore', ['google-a1'])).code, 0);
  assert.equal(folder.read(odd), review('google-a1'));
});

test('a review that was deleted by hand before git had it gets its tombstone', async (context) => {
  const folder = new Folder(context, { [B2]: review('google-b2') });
  const near = await folder.run('remove', ARGS);
  assert.equal(near.code, 1);
  assert.match(near.errors, /did you mean "google-b2"\?\); if it was published .*add --force/);
  assert.equal(folder.has('removed.yaml'), false);
  assert.equal((await folder.run('remove', [...ARGS, '--force'])).code, 0);
  const { code, out } = await folder.run('remove', ['yelp-0a9b8c7d', '--reason', 'spam']);
  assert.equal(code, 0);
  assert.match(out, /yelp-0a9b8c7d is taken down.*\n.*\n {2}no file of the content contains/);
  assert.match(folder.read('removed.yaml'), /google-a1[\s\S]*yelp-0a9b8c7d/);
  const before = folder.files();
  for (const id of ['Yelp/99', B2]) {
    const wrong = await folder.run('remove', [id, '--reason', 'spam', '--force']);
    assert.equal(wrong.code, 1);
    assert.match(wrong.errors, /no review has the id .* none can: it must be 4 to 64 lowercase/);
  }
  assert.deepEqual(folder.files(), before);
});

test('what no other copy is of is deleted at a terminal only by a yes', async (context) => {
  const folder = new Folder(context, { [A1]: review('google-a1') });
  folder.commit();
  folder.save({ [A1]: review('google-a1', { rating: '4' }) });
  const before = folder.files();
  const refused = await folder.run('remove', ARGS, answering('no'));
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /canceled; nothing was done/);
  assert.deepEqual(folder.files(), before);
  assert.equal((await folder.run('remove', [...ARGS, '--dry-run'], answering())).code, 0);
  const done = await folder.run('remove', ARGS, answering('yes'));
  assert.equal(done.code, 0);
  assert.match(
    done.out,
    /was changed since it was committed; "npm run restore" would bring back the committed version/,
  );
  assert.equal(folder.has(A1), false);
});
