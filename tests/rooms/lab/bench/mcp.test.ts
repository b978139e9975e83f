import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_DIALECT,
  findDifference,
  listCalls,
  messageOf,
  sessionDialect,
} from '../../../../scripts/lab/bench/mcp/calls.ts';
import {
  BARE,
  OUR_SESSIONS,
  OUR_STATELESS,
  reportCalls,
  SDK_SESSIONS,
  SDK_STATELESS,
} from '../../../../scripts/lab/bench/mcp/report.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';

const question = { tool: 'search_reviews', input: { query: 'é "quoted"' }, content: null };

test('every question is put in every dialect, and neighbours differ in both', () => {
  const questions = ['a', 'b', 'c'].map((tool) => ({ ...question, tool }));
  const calls = listCalls(questions, [sessionDialect('x'), sessionDialect('y')]);
  const names = calls.map(({ question: { tool }, headers }) => tool + headers['Mcp-Session-Id']);
  assert.deepEqual(names, ['ax', 'by', 'cx', 'ay', 'bx', 'cy']);
  assert.equal(listCalls(questions, [BARE_DIALECT]).length, 3);
});

const content = { total: 1, reviews: ['ü'] };

function answerTo(id: number, structuredContent: unknown = content) {
  const text = JSON.stringify(structuredContent);
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], structuredContent } };
}

const right = answerTo(3);
const other = answerTo(3, { total: 2, reviews: ['ü'] });

for (const { what, message, difference } of [
  { what: 'the answer to another call', message: answerTo(4), difference: /id 4 instead of 3/ },
  { what: 'other content', message: other, difference: /structuredContent is \{"total":2/ },
  {
    what: 'another text',
    message: { ...other, result: { ...other.result, structuredContent: content } },
    difference: /the text is not/,
  },
  {
    what: 'an error of the protocol',
    message: { jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no' } },
    difference: /-32603/,
  },
  {
    what: 'an error of the tool',
    message: { ...right, result: { ...right.result, isError: true } },
    difference: /"isError":true/,
  },
]) {
  test(`${what} is a wrong answer`, () => {
    assert.equal(findDifference(right, 3, content), undefined);
    assert.match(findDifference(message, 3, content) ?? '', difference);
  });
}

test('a message is read from JSON and from a stream of one event', () => {
  const answer = (type: string, body: string, status = 200) => ({
    status,
    headers: [['Content-Type', type]] as const,
    body: Buffer.from(body),
    wireBytes: 0,
    headAt: 0,
    wholeAt: 0,
  });
  assert.deepEqual(messageOf(answer('application/json', '{"a":1}')), { a: 1 });
  const event = 'event: message\ndata: {"a":1}\n\n';
  assert.deepEqual(messageOf(answer('text/event-stream', event)), { a: 1 });
  assert.throws(() => messageOf(answer('text/html', '<html>', 502)), /502.*<html>/);
});

test('ratios say how we stand to the SDK of the same era', () => {
  const cpu = {
    [OUR_SESSIONS]: 100,
    [OUR_STATELESS]: 150,
    [SDK_SESSIONS]: 300,
    [SDK_STATELESS]: 200,
    [BARE]: 50,
  };
  const others = { busyPercent: 100, p50Milliseconds: 1, p99Milliseconds: 2 };
  const outcomes = Object.entries(cpu).map(([label, cpuMicroseconds]) => ({
    label,
    samples: [{ cpuMicroseconds, requestsPerSecond: 1e6 / cpuMicroseconds, ...others }],
  }));
  const bodyBytes = new Map(Object.keys(cpu).map((label) => [label, 100.4]));
  const { rows, ratios } = reportCalls(1000, [{ tool: 't', outcomes, bodyBytes }], []);
  assert.deepEqual(
    ratios.map(({ value, aim }) => [Number(value?.toFixed(2)), aim]),
    [
      [0.33, { atMost: 0.4 }],
      [3, { atLeast: 2.5 }],
      [0.75, { atMost: 0.67 }],
      [1.33, { atLeast: 1.5 }],
    ],
  );
  assert.deepEqual(ratios.map(isMet), [true, true, false, false]);
  assert.deepEqual(rows[0]?.slice(0, 2), ['t', OUR_SESSIONS]);
  assert.deepEqual(
    [rows[0], rows.at(-1)].map((row) => row?.slice(-2)),
    [
      [100, 2],
      [100, 1],
    ],
  );
});
