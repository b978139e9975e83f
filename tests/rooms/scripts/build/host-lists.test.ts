import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadList } from '../../../../scripts/build/hosts/host-lists.ts';
import { fieldsOf } from '../../../../scripts/build/hosts/published-fields.ts';

const GONE = { removed: ['google-b2', 'google-a1'], vanished: ['/people/jane/'] };

test('object stores delete removed reviews first, other addresses last, each in its coding', () => {
  const files = uploadList([], GONE)
    .trim()
    .split('\n')
    .map((row) => row.split('\t'))
    .filter(([, , , coding]) => coding === '-')
    .map(([action, file]) => `${action} ${file}`);
  assert.deepEqual(files, [
    ...['google-b2', 'google-a1'].flatMap((id) => [
      `delete client/reviews/${id}/index.html`,
      `delete client/reviews/${id}.json`,
      `delete client/reviews/${id}.md`,
    ]),
    'delete client/people/jane/index.html',
    'put manifest.json',
  ]);
  assert.match(uploadList([], GONE), /^delete\tclient\/reviews\/google-a1\.json\.br\t-\tbr\t-$/m);
});

test('what was gone before is not deleted again', () => {
  const before = { removed: ['google-a1'], vanished: ['/people/jane/'] };
  const list = uploadList([], GONE, before);
  assert.match(list, /google-b2/);
  assert.doesNotMatch(list, /google-a1|jane/);
});

test('a header that servers of files would replace is refused', () => {
  assert.equal(fieldsOf(['Link', '<https://a.example:80/>; rel="x"']).size, 1);
  for (const part of ['$host', '{env.HOME}', '`', '\\n', ':splat', 'ü', '\n']) {
    assert.throws(() => fieldsOf(['Link', `<https://a.example/${part}>`]), /The header Link/);
  }
});
