import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docsPage } from '../../../../../site/ui/lib/docs/docs.ts';

test('titles of a page and of its sections are plain text', () => {
  const { title, sections } = docsPage(
    '<h1 id="a">A &amp; <em>b</em></h1>\n<p>Lead.</p>\n<h2 id="c">&lt;c&gt;\n&quot;d&quot;</h2>',
  );
  assert.equal(title, 'A & b');
  assert.deepEqual(sections, [{ id: 'c', text: '<c> "d"' }]);
});

test('a page without a title or a lead is refused', () => {
  for (const html of ['<p>Hello</p>', '<h1 id="a">A</h1>\n<h2 id="b">B</h2>']) {
    assert.throws(() => docsPage(html), /begins with/);
  }
});
