import assert from 'node:assert/strict';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Folder, review } from './run-command.ts';

const A1 = 'reviews/a1.md';
const ARGS = ['google-a1', '--reason', 'author-request'];

/** The variables of the environment are set until the test ends. */
function setEnvironment(context: TestContext, changes: Readonly<Record<string, string>>): void {
  const before = { ...process.env };
  Object.assign(process.env, changes);
  context.after(() => {
    for (const name of Object.keys(changes)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
}

test('a review whose file became that of another one comes back once the place is free', async (context) => {
  const folder = new Folder(context, { [A1]: review('google-a1') });
  folder.commit();
  await folder.run('remove', ARGS);
  folder.save({ [A1]: review('google-n1') });
  folder.commit();
  for (const isCommitted of [false, true]) {
    const taken = await folder.run('restore', ['google-a1']);
    assert.match(taken.errors, /a1\.md, where the review was, contains another one/);
    folder.save({ 'reviews/n1.md': folder.read(A1) });
    folder.delete(A1);
    if (isCommitted) folder.commit();
    else {
      folder.save({ [A1]: folder.read('reviews/n1.md') });
      folder.delete('reviews/n1.md');
    }
  }
  assert.equal((await folder.run('restore', ['google-a1'])).code, 0);
  assert.equal(folder.read(A1), review('google-a1'));
  assert.equal(folder.has('reviews/n1.md'), true);
});

test('of a review that was edited and whose path was used again the last version comes back', async (context) => {
  const folder = new Folder(context);
  for (const id of ['google-a1', 'google-b2', 'google-c3']) {
    for (const rating of ['1', '2']) {
      folder.save({ [A1]: review(id, { rating }) });
      folder.commit();
    }
  }
  await folder.run('remove', ['google-c3', '--reason', 'spam']);
  folder.save({
    'removed.yaml': '- { id: google-b2, dateRemoved: 2026-01-02, reason: spam }\n',
  });
  const { code, errors } = await folder.run('restore', ['google-b2']);
  assert.equal(code, 0, errors);
  assert.equal(folder.read(A1), review('google-b2', { rating: '2' }));
});

test('a review that a merge deleted is known, from either branch', async (context) => {
  const folder = new Folder(context, { [A1]: review('google-a1', { rating: '1' }) });
  folder.commit();
  folder.git('checkout', '--quiet', '-b', 'side');
  folder.save({ 'reviews/s1.md': review('google-s1') });
  folder.commit();
  folder.git('checkout', '--quiet', '-');
  folder.save({ [A1]: review('google-a1') });
  folder.commit();
  folder.git('merge', '--quiet', '--no-commit', '--no-ff', 'side');
  folder.delete(A1);
  folder.delete('reviews/s1.md');
  folder.commit();
  assert.equal(folder.git('rev-list', '--merges', '--count', 'HEAD').trim(), '1');
  const { deletedWithoutTombstone } = JSON.parse((await folder.run('status', ['--json'])).out);
  assert.deepEqual(
    deletedWithoutTombstone.map(({ id }: { id: string }) => id),
    ['google-a1'],
    'the other one was never on this branch',
  );
  for (const [id, file] of [
    ['google-a1', A1],
    ['google-s1', 'reviews/s1.md'],
  ] as const) {
    const { code, errors } = await folder.run('restore', [id]);
    assert.equal(code, 0, errors);
    assert.equal(folder.read(file), review(id));
  }
});

test('a deletion on a line of the history that the merged branch does not show is found', async (context) => {
  const folder = new Folder(context, { 'reviews/b2.md': review('google-b2') });
  folder.commit();
  folder.git('checkout', '--quiet', '-b', 'side');
  folder.save({ 'reviews/b2.md': review('google-b2', { rating: '4' }) });
  folder.commit();
  folder.git('checkout', '--quiet', '-');
  folder.save({ [A1]: review('google-a1') });
  folder.commit();
  folder.delete(A1);
  folder.commit();
  folder.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'side');
  assert.match((await folder.run('status')).out, /without a tombstone.*\n {2}google-a1 reviews/);
});

for (const [what, bytes] of [
  [
    'lines that end as in Windows',
    Buffer.from(`\ufeff${review('google-a1')}`.replaceAll('\n', '\r\n')),
  ],
  ['what is no UTF-8', Buffer.from(review('google-a1').replace('Jane', 'Jané'), 'latin1')],
] as const) {
  test(`a file comes back byte for byte, also with ${what}`, async (context) => {
    const folder = new Folder(context, { [A1]: bytes });
    folder.commit();
    await folder.run('remove', ARGS);
    folder.commit();
    assert.equal((await folder.run('restore', ['google-a1'])).code, 0);
    assert.deepEqual(readFileSync(join(folder.root, A1)), bytes);
  });
}

test('a file that was only touched has not changed, and nothing is written to find that out', async (context) => {
  const folder = new Folder(context, { [A1]: review('google-a1') });
  folder.commit();
  utimesSync(join(folder.root, A1), 0, 0);
  const index = readFileSync(join(folder.root, '.git/index'));
  const { uncommitted } = JSON.parse((await folder.run('status', ['--json'])).out);
  assert.deepEqual(uncommitted, { added: [], changed: [] });
  assert.deepEqual(readFileSync(join(folder.root, '.git/index')), index);
});

test('what is staged, only staged to be deleted, or in conflict is new or changed', async (context) => {
  const folder = new Folder(context, { [A1]: review('google-a1'), 'reviews/b2.md': 'b' });
  folder.commit();
  folder.git('checkout', '--quiet', '-b', 'side');
  folder.save({ [A1]: review('google-a1', { rating: '2' }) });
  folder.commit();
  folder.git('checkout', '--quiet', '-');
  folder.save({ [A1]: review('google-a1', { rating: '3' }) });
  folder.commit();
  assert.throws(() => folder.git('merge', '--quiet', 'side'));
  folder.git('rm', '--quiet', '--cached', 'reviews/b2.md');
  folder.save({ 'reviews/c 3.md': review('google-c3') });
  folder.git('add', 'reviews/c 3.md');
  const { uncommitted } = JSON.parse((await folder.run('status', ['--json'])).out);
  assert.deepEqual(uncommitted, { added: ['reviews/c 3.md'], changed: [A1, 'reviews/b2.md'] });
});

test('in a hook of another repository the one of the folder is read', async (context) => {
  const other = new Folder(context, { 'reviews/o1.md': review('google-o1') });
  other.commit();
  const folder = new Folder(context, { [A1]: review('google-a1') });
  folder.commit();
  folder.delete(A1);
  setEnvironment(context, {
    GIT_DIR: join(other.root, '.git'),
    GIT_WORK_TREE: other.root,
    GIT_INDEX_FILE: join(other.root, '.git/index'),
    GIT_CONFIG_PARAMETERS: `'core.worktree=${other.root}'`,
  });
  const { code, errors } = await folder.run('restore', ['google-a1']);
  assert.equal(code, 0, errors);
  assert.equal(folder.read(A1), review('google-a1'));
});

test('what a clone does not have is not fetched', async (context) => {
  const origin = new Folder(context, { [A1]: review('google-a1') });
  origin.commit();
  origin.delete(A1);
  origin.commit();
  origin.git('config', 'uploadpack.allowFilter', 'true');
  const folder = new Folder(context);
  folder.delete('business.yaml');
  const from = `file://${origin.root}`;
  folder.git('clone', '--quiet', '--template=', '--filter=blob:none', from, '.');
  const missing = () => folder.git('rev-list', '--objects', '--all', '--missing=print');
  const before = missing();
  assert.match(before, /^\?/m);
  const { code, errors } = await folder.run('restore', ['google-a1']);
  assert.equal(code, 1);
  assert.match(errors, /has no tombstone, and git has no deleted review with this id/);
  assert.equal(missing(), before);
});
