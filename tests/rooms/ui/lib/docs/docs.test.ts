import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueFor } from '#words/words.ts';
import { asServed, docsPage } from '../../../../../site/ui/lib/docs/docs.ts';

const read = (html: string) => docsPage(html, catalogueFor('en'));

test('a page without a title or a lead is refused', () => {
  for (const html of ['<p>Hello</p>', '<h1 id="a">A</h1>\n<h2 id="b">B</h2>']) {
    assert.throws(() => read(html), /begins with/);
  }
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
