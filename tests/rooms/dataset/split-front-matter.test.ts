import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitFrontMatter } from '#dataset/split-front-matter.ts';

for (const [rule, text, frontMatter, body] of [
  ['front matter and body are split', '---\na: 1\n---\nHello.\n', 'a: 1\n', 'Hello.'],
  [
    'blank lines around the body go',
    '---\na: 1\n---\n\n  Hello.\n\nBye.\n\n',
    'a: 1\n',
    'Hello.\n\nBye.',
  ],
  ['the body may be missing', '---\na: 1\n---', 'a: 1\n', ''],
  ['the body may be empty', '---\na: 1\n---\n\n', 'a: 1\n', ''],
  ['the front matter may be empty', '---\n---\nHello.', '', 'Hello.'],
  [
    'hyphens in the body are text',
    '---\na: 1\n---\nHello.\n---\nBye.',
    'a: 1\n',
    'Hello.\n---\nBye.',
  ],
  [
    'hyphens inside a line are no end',
    '---\na: x---\nb: --- y\n---\nHello.',
    'a: x---\nb: --- y\n',
    'Hello.',
  ],
  ['four hyphens are no end', '---\na: 1\n----\n---\nHello.', 'a: 1\n----\n', 'Hello.'],
  ['blanks behind the hyphens do not matter', '--- \na: 1\n---\t\nHello.', 'a: 1\n', 'Hello.'],
] as const) {
  test(rule, () => {
    const bodyOffset = body === '' ? text.length : text.indexOf(body, frontMatter.length + 6);
    assert.deepEqual(splitFrontMatter(text), { frontMatter, body, bodyOffset });
  });
}

for (const [what, text] of [
  ['nothing', ''],
  ['text alone', 'Hello.'],
  ['front matter that does not end', '---\na: 1\nHello.'],
  ['front matter that ends inside a line', '---\na: 1 ---\n'],
  ['a blank line before it', '\n---\na: 1\n---\n'],
  ['indented hyphens', ' ---\na: 1\n ---\n'],
] as const) {
  test(`finds no front matter in ${what}`, () => assert.equal(splitFrontMatter(text), undefined));
}

test('a long text takes no longer than its length', () => {
  assert.equal(splitFrontMatter(`---\n${'-- \n'.repeat(64_000)}`), undefined);
});
