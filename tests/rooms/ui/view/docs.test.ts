import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docsPage, docsPath } from '../../../../site/ui/view/docs.ts';

const HTML = `<h1 id="search-since">Search &amp; since</h1>
<p>Find <em>reviews</em> by
<a href="data.md">data</a>.</p>
<h2 id="by-text">By <code>text</code></h2>
<p>See <a href="README.md#use-the-data">all</a>,
<a href="#by-text">above</a>, <a href="https://other.example/data.md">elsewhere</a>.</p>
<h3 id="more">More</h3>
<table>
<thead><tr><th>a</th></tr></thead>
</table>
<h2 id="dates">Dates</h2>
<pre><code>&lt;table&gt; href="data.md"</code></pre>
`;
const page = docsPage(HTML);

test('the first heading and paragraph are title and lead, the second level its contents', () => {
  assert.equal(page.title, 'Search & since');
  assert.equal(page.lead, 'Find <em>reviews</em> by\n<a href="/docs/data/">data</a>.');
  assert.deepEqual(page.sections, [
    { id: 'by-text', text: 'By text' },
    { id: 'dates', text: 'Dates' },
  ]);
  assert.ok(page.body.startsWith('<h2 id="by-text">'));
});

test('links between the files lead to the pages, and headings to themselves', () => {
  const links = [...page.body.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);
  assert.deepEqual(links, ['/docs/#use-the-data', '#by-text', 'https://other.example/data.md']);
  assert.ok(page.body.includes('<h3 id="more"><a class="docs-anchor" href="#more">More</a></h3>'));
});

test('the heads of a table name its columns', () => {
  assert.ok(page.body.includes('<th scope="col">a</th>'));
});

test('a page without a title or a lead is refused', () => {
  for (const html of ['<p>Hello</p>', '<h1 id="a">A</h1>\n<h2 id="b">B</h2>']) {
    assert.throws(() => docsPage(html), /begins with/);
  }
});

test('the index is the file that GitHub shows', () => {
  assert.equal(docsPath('../../docs/README.md'), '/docs/');
  assert.equal(docsPath('search.md'), '/docs/search/');
});
