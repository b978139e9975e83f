import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FIXED_PAGES, shownReviews } from '#release/page-addresses.ts';
import { docsPath } from '../../../site/ui/lib/docs/docs.ts';
import { REPOSITORY } from '../../support/run-script.ts';

test('there is a page of every file of the documentation', () => {
  const docs = readdirSync(join(REPOSITORY, 'site/docs')).map(docsPath).sort();
  assert.deepEqual(
    FIXED_PAGES.filter((path) => path.startsWith('/docs/')),
    docs,
  );
});

test('a page shows its own review and those it links to, each once, and no others', () => {
  const html = [
    '<a href="/reviews/zoey/">Z</a><a href="/reviews/mike/#reply"><a href="/reviews/zoey/">',
    '<a href="/reviews.json"><a href="/reviews/"><a href="/reviews/anna/edit/"><a href="/feeds/">',
    '<a href="https://other.example/reviews/anna/">',
    '<p>See href=&#34;/reviews/anna/&#34;</p>',
    '<script>{"reviewBody":"Look: href=\\"/reviews/anna/\\""}</script>',
    '<a href="/reviews/No ID/"><a href="/reviews/abc/">',
  ].join('');
  assert.deepEqual(shownReviews('/feeds/', html), ['mike', 'zoey']);
  assert.deepEqual(shownReviews('/reviews/lena/', html), ['lena', 'mike', 'zoey']);
});
