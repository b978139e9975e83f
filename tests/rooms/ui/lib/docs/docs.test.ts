import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueFor } from '#words/words.ts';
import { asServed, docsPage, groupsOf } from '../../../../../site/ui/lib/docs/docs.ts';

const read = (html: string) => docsPage(html, catalogueFor('en'));
const bodyOf = (html: string) => read(`<h1 id="a">A</h1>\n<p>Lead.</p>\n${html}`).body;

test('titles of a page and of its sections are plain text', () => {
  const { title, sections } = read(
    '<h1 id="a">A &amp; <em>b</em></h1>\n<p>Lead.</p>\n<h2 id="c">&lt;c&gt;\n&quot;d&quot;</h2>',
  );
  assert.equal(title, 'A & b');
  assert.deepEqual(sections, [{ id: 'c', text: '<c> "d"' }]);
});

test('a page without a title or a lead is refused', () => {
  for (const html of ['<p>Hello</p>', '<h1 id="a">A</h1>\n<h2 id="b">B</h2>']) {
    assert.throws(() => read(html), /begins with/);
  }
});

test('the groups of the navigation are the sections of the index that list pages', () => {
  const index = read(
    '<h1 id="a">A</h1>\n<p>Lead.</p>\n<h2 id="b">Use &amp; read</h2><ul><li><a href="data.md">Data</a>: see <a href="errors.md">errors</a>.</li><li><a href="search.md">Search</a></li></ul><h2 id="c">Other</h2><p>None.</p>',
  );
  assert.deepEqual(groupsOf(index), [
    { title: 'Use & read', paths: ['/docs/data/', '/docs/search/'] },
  ]);
});

test('each cell of a table has the name of its column', () => {
  const row = '<tr><td><code>x</code></td><td>y</td></tr>';
  const body = bodyOf(
    `<table><thead><tr><th>key</th><th>its <em>use</em></th></tr></thead><tbody>${row}${row}</tbody></table>`,
  );
  assert.equal(body.match(/<td data-label="key"><code>x<\/code><\/td>/g)?.length, 2);
  assert.equal(body.match(/<td data-label="its use">y<\/td>/g)?.length, 2);
  assert.equal(body.match(/<th scope="col">/g)?.length, 2);
});

test('each block of code has its language and a button that copies it, and colors have no style of their own', () => {
  const body = bodyOf(
    '<pre class="language-sh" data-language="sh"><code class="language-sh"><span class="token function">ls</span> <span class="token operator">|</span> wc</code></pre>',
  );
  assert.match(body, /<span>Shell<\/span>.*<button type="button" hidden data-copies="code-1" /);
  assert.match(
    body,
    /<pre id="code-1"><code><span class="function">ls<\/span> \| wc<\/code><\/pre><\/div>$/,
  );
});

test('a page names the origin, the business and the license of the service that serves it', () => {
  const html =
    'http://localhost:8787/mcp http%3A%2F%2Flocalhost%3A8787%2F {business} {license} {modified}';
  const site = { baseUrl: 'https://a.example', service: '', head: { dateModified: '2026-10-03' } };
  const name = 'A <b> & $&';
  const license = 'https://creativecommons.org/licenses/by/4.0/';
  assert.equal(
    asServed(html, { ...site, business: { name, license } }),
    'https://a.example/mcp https%3A%2F%2Fa.example%2F A &lt;b&gt; &amp; $&amp; <a rel="license" href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a> 2026-10-03',
  );
  const unlicensed = { name, license: undefined };
  assert.match(asServed(html, { ...site, business: unlicensed }), / not stated: ask before /);
});
