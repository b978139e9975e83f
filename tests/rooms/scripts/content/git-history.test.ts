import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Folder, review } from './run-command.ts';

const A1 = 'reviews/a1.md';
const ARGS = ['google-a1', '--reason', 'author-request'];

async function assertBack(folder: Folder, file: string, bytes: string | Uint8Array) {
  const { code, errors } = await folder.run('restore', ['google-a1']);
  assert.equal(code, 0, errors);
  assert.deepEqual(readFileSync(join(folder.root, file)), Buffer.from(bytes));
}

test('a review comes back byte for byte where it was, in any folder of a repository', async (context) => {
  const odd = 'reviews/her “naïve” \t one/*[a]?/:(top) \\ 日本.md';
  for (const [top, bytes] of [
    ['.', Buffer.from(review('google-a1').replace('Jane', 'Jané'), 'latin1')],
    ['..', `\ufeff${review('google-a1')}`.replaceAll('\n', '\r\n')],
  ] as const) {
    const folder = new Folder(context, { [odd]: bytes });
    folder.commit(top);
    assert.doesNotMatch((await folder.run('remove', ARGS)).out, /never committed/);
    folder.commit(top);
    await assertBack(folder, odd, bytes);
  }
});

test('in a hook of another repository the one of the folder is read', async (context) => {
  const other = new Folder(context, { 'reviews/o1.md': review('google-o1') });
  other.commit();
  const folder = new Folder(context, { [A1]: review('google-a1') });
  folder.commit();
  folder.delete(A1);
  const variables = {
    GIT_DIR: join(other.root, '.git'),
    GIT_WORK_TREE: other.root,
    GIT_CONFIG_PARAMETERS: `'core.worktree=${other.root}'`,
  };
  Object.assign(process.env, variables);
  context.after(() => {
    for (const name of Object.keys(variables)) delete process.env[name];
  });
  await assertBack(folder, A1, review('google-a1'));
});
