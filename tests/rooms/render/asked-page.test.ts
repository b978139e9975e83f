import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuestion, pageFor } from '../../../sidecar/render/asked-page.ts';

const keyOf = (query: string) => pageFor('/reviews/', query).key;

test('a page that takes no query is the same with any', () => {
  for (const path of ['/', '/reviews/review-a/', '/archive/', '/reviews']) {
    for (const query of ['', 'rating=5', 'x']) {
      assert.deepEqual(pageFor(path, query), { path, question: undefined, key: path });
      assert.equal(isQuestion(path, query), false);
    }
  }
});

test('spellings of one question are one page', () => {
  const key = '/reviews/?rating=5&query=a+b';
  for (const query of [
    'rating=5&query=a+b',
    'query=a%20b&rating=5.0&sort=newest',
    'sort=&rating=5&utm_source=x&query=a+b&mentions_service=',
  ]) {
    assert.equal(keyOf(query), key);
    assert.deepEqual(pageFor('/reviews/', query).question?.query, { rating: 5, query: 'a b' });
  }
  for (const query of ['', 'query=&rating=', 'utm_source=x', 'sort=newest', '&']) {
    const page = { path: '/reviews/', question: undefined, key: '/reviews/' };
    assert.deepEqual(pageFor('/reviews/', query), page, query);
  }
});

test('a mistake is another page, which shows it', () => {
  const queries = ['', 'rating=5', 'rating=5&stars=4', 'rating=5&star=4', 'star=4'];
  assert.equal(new Set(queries.map(keyOf)).size, queries.length);
  assert.equal(keyOf('rating=5&stars=4'), keyOf('stars=3&rating=5&sort=newest&stars=2'));
  // No query leads to the key of another question.
  const mistaken = keyOf('stars=4');
  assert.notEqual(keyOf(mistaken.slice('/reviews/?'.length)), mistaken);
});

test('whatever is asked counts, but an empty query', () => {
  for (const query of ['rating=5', 'rating=6', 'utm_source=x', '&']) {
    assert.ok(isQuestion('/reviews/', query));
  }
  assert.ok(!isQuestion('/reviews/', ''));
});
