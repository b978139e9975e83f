import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listResourceTemplates } from '#agents/resource-templates.ts';

const BASE_URL = 'https://reviews.example';

test('there are templates for the reviews since a date and for the page of a review', () => {
  assert.deepEqual(
    listResourceTemplates(BASE_URL).map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType]),
    [
      [`${BASE_URL}/api/reviews/since/{date}`, 'application/json'],
      [`${BASE_URL}/reviews/{id}/`, 'text/html'],
    ],
  );
  for (const { name, title, description } of listResourceTemplates(BASE_URL)) {
    for (const words of [name, title, description]) assert.notEqual(words, '');
  }
});
