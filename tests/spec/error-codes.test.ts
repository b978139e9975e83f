import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { ErrorBody } from '#search/request/issue.ts';
import { ask } from '../support/ask.ts';
import { inlineComponents } from '../support/description.ts';
import { startInProcess } from '../support/in-process.ts';
import { makeRelease } from '../support/release.ts';

// The code of each mistake: tests/contract/requests/searches.ts.
const { url } = await startInProcess({ after }, await makeRelease());

const Described = z.object({
  content: z.record(z.string(), z.object({ example: ErrorBody.optional() })),
});
const OpenApi = z.object({
  paths: z.object({
    '/api/reviews/search': z.object({ get: z.object({ responses: z.object({ 400: Described }) }) }),
  }),
});

test('§7 the example of an invalid search in openapi.json is what the service answers', async () => {
  const { text } = await ask(url, '/openapi.json');
  const { paths } = OpenApi.parse(inlineComponents(JSON.parse(text)));
  const { content } = paths['/api/reviews/search'].get.responses[400];
  const { json } = await ask(url, '/api/reviews/search?rating=7');
  assert.deepEqual(content['application/json']?.example, json());
});
