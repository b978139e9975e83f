import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_WORDS_LENGTH, serverInfoOf, serverNameOf } from '#agents/server-info.ts';

const BASE_URL = 'https://reviews.harborlaw.example';

test('a server is named by its host, turned round, where the registry takes that', () => {
  for (const [baseUrl, name] of [
    ['https://Harborlaw.example:8443', 'example.harborlaw/reviews'],
    ['https://müller.example', 'example.xn--mller-kva/reviews'],
    ['https://harborlaw.example.', 'example.harborlaw/reviews'],
    ['http://localhost:3000', 'localhost/reviews'],
    ['http://127.0.0.1:3000', 'localhost/reviews'],
    ['http://[fe80::a]', 'localhost/reviews'],
    ['https://under_score.example', 'localhost/reviews'],
    [`https://${'a.'.repeat(96)}aa`, 'localhost/reviews'],
  ] as const) {
    assert.equal(serverNameOf(baseUrl), name);
  }
});

test('title and description fit into the registry whatever the length of the name', () => {
  for (let length = 1; length <= 120; length++) {
    const name = 'x'.repeat(length);
    const { title, description } = serverInfoOf({ baseUrl: BASE_URL, business: { name } });
    assert.ok(title.length <= MAX_WORDS_LENGTH && description.length <= MAX_WORDS_LENGTH);
    assert.equal(title.includes(name), length <= MAX_WORDS_LENGTH);
    assert.match(description, /^Search .* verified customer reviews of .*\. Read only, no key\.$/);
  }
});
