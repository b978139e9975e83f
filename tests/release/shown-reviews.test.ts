import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownReviews } from '#release/shown-reviews.ts';

test('a page shows the reviews it links to, each once, in the order of their ids', () => {
  const html =
    '<a href="/reviews/zoey/">Z</a><a rel="next" href="/reviews/anna-1/">A</a> <a href="/reviews/zoey/">';
  assert.deepEqual(shownReviews('/', html), ['anna-1', 'zoey']);
});

test('the page of a review shows that review', () => {
  assert.deepEqual(shownReviews('/reviews/anna/', '<p>Hello'), ['anna']);
});

test('other links, and links in texts, are not counted', () => {
  const html = [
    '<a href="/reviews.json"><a href="/reviews/"><a href="/reviews/anna/edit/"><a href="/feeds/">',
    '<a href="https://other.example/reviews/anna/">',
    '<p>See href=&#34;/reviews/anna/&#34;</p>',
    '<script>{"reviewBody":"Look: href=\\"/reviews/anna/\\""}</script>',
    '<a href="/reviews/No ID/"><a href="/reviews/abc/">',
  ].join('');
  assert.deepEqual(shownReviews('/feeds/', html), []);
});
