import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { TOOLS } from '#agents/agents.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { METHODS, runMethod } from '../../../sidecar/mcp/methods.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

test('resources/read tells that a page cannot be made at the moment', async () => {
  const source = sourceOf(datasetOf());
  const file = () => Promise.reject(new HttpError(503, 'Too many pages; ask again.'));
  const uri = `${source.baseUrl}/reviews/everything/`;
  const read = async () => METHODS.get('resources/read')?.({ uri }, { ...source, file }, TOOLS);
  await assert.rejects(read, { code: -32_603, message: 'Too many pages; ask again.' });
});

test('a fault of ours is logged once and told without its details', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const fail = () => Promise.reject(new Error('secret detail'));
  const run = runMethod(fail, {}, sourceOf(datasetOf()), { log, tools: TOOLS });
  await assert.rejects(run, { code: -32_603, data: undefined, message: /^(?!.*secret)/ });
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines[0]), /secret detail/);
});
