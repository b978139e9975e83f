import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { formatCursor } from '#search/changes/changes-cursor.ts';
import type { IssueCode } from '#search/request/error-codes.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { ask } from '../support/ask.ts';
import { inlineComponents } from '../support/description.ts';
import { startInProcess } from '../support/in-process.ts';
import { makeRelease } from '../support/release.ts';

const { url } = await startInProcess({ after }, await makeRelease());

const SEARCH = '/api/reviews/search?';
const STATS = '/api/reviews/stats?';
const CHANGES = '/api/reviews/changes?';
const SINCE = '/api/reviews/since/';

const Described = z.object({
  content: z.record(z.string(), z.object({ example: ErrorBody.optional() })),
});
const OpenApi = z.object({
  paths: z.object({
    '/api/reviews/search': z.object({ get: z.object({ responses: z.object({ 400: Described }) }) }),
  }),
});

/** A fault, where it can be made, and its one code. */
const FAULTS: readonly (readonly [IssueCode, ...string[]])[] = [
  ['unknown_parameter', ...[SEARCH, STATS, CHANGES, `${SINCE}2026-01-01?`].map((at) => `${at}x=1`)],
  ['repeated_value', `${STATS}group_by=year,month,year`],
  [
    'repeated_parameter',
    `${SEARCH}source=a&source=b`,
    `${STATS}source=a&source=b`,
    `${CHANGES}after=a&after=b`,
  ],
  [
    'empty_value',
    `${SEARCH}language=`,
    `${STATS}language`,
    `${SEARCH}query=%CC%81`,
    `${STATS}group_by=year,`,
    `${CHANGES}format=`,
    `${SEARCH}after=`,
  ],
  ['malformed_encoding', `${SEARCH}query=%zz`, `${STATS}source=%ff`, `${SINCE}%C3`, '/reviews/%zz'],
  [
    'control_characters',
    `${SEARCH}query=%07`,
    `${SEARCH}since=2026-01-01%00`,
    `${SEARCH}sort=newest%0A`,
    `${SEARCH}language=e%00`,
    `${SEARCH}rating=%00`,
    `${STATS}aspect=a%0A`,
    `${SINCE}2026%07`,
    '/x%7F',
  ],
  ['too_long', ...[SEARCH, STATS].map((path) => `${path}source=${'x'.repeat(201)}`)],
  ['invalid_number', `${SEARCH}limit=ten`, `${SEARCH}rating=4.5`, `${STATS}max_rating=+5`],
  ['out_of_range', `${SEARCH}limit=0`, `${SEARCH}rating=-1`, `${STATS}min_rating=5.5`],
  [
    'invalid_date',
    `${SEARCH}since=2026-02-30`,
    `${SEARCH}until=tomorrow`,
    `${STATS}until=2026-02-30`,
    `${SINCE}2026-02-30`,
  ],
  ['invalid_period', ...[SEARCH, STATS].map((path) => `${path}since=2026-02-01&until=2026-01-31`)],
  ['invalid_range', ...[SEARCH, STATS].map((path) => `${path}min_rating=4&max_rating=3`)],
  [
    'invalid_choice',
    `${SEARCH}sort=best`,
    `${SEARCH}has_reply=yes`,
    `${SEARCH}relationship=friend`,
    `${STATS}sentiment=good`,
    `${STATS}group_by=week`,
    `${CHANGES}format=csv`,
  ],
  ['invalid_language_range', `${SEARCH}language=es_MX`, `${STATS}language=-`],
  ['invalid_cursor', `${SEARCH}after=x`, `${CHANGES}after=x`, `${SEARCH}after=${'x'.repeat(201)}`],
];

for (const [code, ...targets] of FAULTS) {
  test(`§7 ${code} is the code of its fault at every address`, async () => {
    for (const target of targets) {
      const { status, json } = await ask(url, target);
      const { issues, ...body } = ErrorBody.parse(json());
      assert.deepEqual([status, body.code], [400, code], target);
      assert.deepEqual(
        issues.map((issue) => issue.code),
        [code],
        target,
      );
      assert.doesNotMatch(issues[0]?.message ?? '', /Invalid|\p{Cc}|undefined/u, target);
    }
  });
}

test('§7 expired_cursor is 410 where a cursor is of another log', async () => {
  const cursor = formatCursor({ id: 'x'.repeat(16), position: 1, time: 0 });
  const { status, json } = await ask(url, `${CHANGES}after=${cursor}`);
  const { code, issues } = ErrorBody.parse(json());
  assert.deepEqual([status, code], [410, 'expired_cursor']);
  assert.deepEqual(
    issues.map((issue) => [issue.code, issue.path]),
    [['expired_cursor', ['after']]],
  );
});

test('§7 the example of an invalid search in openapi.json is what the service answers', async () => {
  const { text } = await ask(url, '/openapi.json');
  const { paths } = OpenApi.parse(inlineComponents(JSON.parse(text)));
  const { content } = paths['/api/reviews/search'].get.responses[400];
  assert.deepEqual(
    content['application/json']?.example,
    (await ask(url, `${SEARCH}rating=7`)).json(),
  );
});
