import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Folder, review } from './run-command.ts';

const ARGS = ['google-a1', '--reason', 'author-request'];

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
    const { code, errors } = await folder.run('restore', ['google-a1']);
    assert.equal(code, 0, errors);
    assert.deepEqual(readFileSync(join(folder.root, odd)), Buffer.from(bytes));
  }
});
