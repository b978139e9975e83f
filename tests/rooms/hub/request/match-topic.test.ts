import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchTopic } from '../../../../sidecar/hub/request/match-topic.ts';

const FEED = 'https://reviews.example/api/feed.json';
const TOPICS = [
  'https://reviews.example/feed.xml',
  FEED,
  'https://reviews.example/~a_b-c/reviews.json',
];

for (const given of [
  FEED,
  'HTTPS://Reviews.EXAMPLE/api/feed.json',
  'https://reviews.example:443/api/feed.json',
  'https://reviews.example:/api/feed.json',
  'https://reviews%2Eexample/api/feed.json',
  'https://reviews.example/api/feed%2Ejson',
  'https://reviews.example/api/feed%2ejson',
  'https://reviews.example/%61pi/%66ee%64.json',
]) {
  test(`${given} is the topic`, () => assert.equal(matchTopic(given, TOPICS), FEED));
}

test('a tilde, an underscore and a hyphen may be encoded too', () => {
  const given = 'https://reviews.example/%7Ea%5Fb%2dc/reviews.json';
  assert.equal(matchTopic(given, TOPICS), TOPICS[2]);
});

for (const given of [
  '',
  '/api/feed.json',
  '//reviews.example/api/feed.json',
  'reviews.example/api/feed.json',
  'http://reviews.example/api/feed.json',
  'https://reviews.example',
  'https://reviews.example/',
  'https://reviews.example/API/feed.json',
  'https://reviews.example/api/feed.json/',
  'https://reviews.example/api/feed.json?',
  'https://reviews.example/api/feed.json?a=b',
  'https://reviews.example/api/feed.json#',
  'https://reviews.example/api/feed.json#a',
  'https://me@reviews.example/api/feed.json',
  'https://@reviews.example/api/feed.json',
  'https://:@reviews.example/api/feed.json',
  'https://reviews.example:8443/api/feed.json',
  'https://reviews.example./api/feed.json',
  'https://reviews.example/api%2Ffeed.json',
  'https://reviews.example/api//feed.json',
  'https://reviews.example/./api/feed.json',
  'https://reviews.example/api/x/../feed.json',
  'https://reviews.example/api/x/%2e%2e/feed.json',
  'https://reviews.example/api/feed.json%00',
  'https://reviews.example/api/feed%252Ejson',
  'https:\\\\reviews.example\\api\\feed.json',
  'https://reviews.example\\api\\feed.json',
  'https:reviews.example/api/feed.json',
  'https:///reviews.example/api/feed.json',
  ' https://reviews.example/api/feed.json',
  'https://reviews.example/api/feed.json ',
  'https://reviews.example/api/feed\n.json',
  'https://reviews\t.example/api/feed.json',
  'https://other.example/api/feed.json',
  'https://reviews.example.evil.example/api/feed.json',
  'https://[/api/feed.json',
  'undefined/api/feed.json',
]) {
  test(`${JSON.stringify(given)} is no topic`, () => {
    assert.equal(matchTopic(given, TOPICS), undefined);
  });
}

test('a topic has 2,048 characters at most, however it is spelt', () => {
  const given = (length: number) => {
    const [before, after] = ['https://reviews.example:', '443/api/feed.json'] as const;
    return before + '0'.repeat(length - before.length - after.length) + after;
  };
  assert.equal(matchTopic(given(2048), TOPICS), FEED);
  assert.equal(matchTopic(given(2049), TOPICS), undefined);
});
