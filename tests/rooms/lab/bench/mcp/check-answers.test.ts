import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { createCall } from '../../../../../scripts/lab/bench/mcp/call.ts';
import {
  checkAnswers,
  findDifference,
} from '../../../../../scripts/lab/bench/mcp/check-answers.ts';
import { BARE_DIALECT } from '../../../../../scripts/lab/bench/mcp/dialects.ts';
import { messageOf } from '../../../../../scripts/lab/bench/mcp/post.ts';

const content = { total: 1, reviews: ['ü'] };

function answerTo(id: number, structuredContent: unknown = content) {
  const text = JSON.stringify(structuredContent);
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], structuredContent } };
}

test('the right answer to the right call has no difference', () => {
  assert.equal(findDifference(answerTo(3), 3, content), undefined);
});

test('the answer to another call is a difference', () => {
  assert.match(findDifference(answerTo(4), 3, content) ?? '', /id 4 instead of 3/);
});

test('other content is a difference, in the structure as in the text', () => {
  const other = answerTo(3, { total: 2, reviews: ['ü'] });
  assert.match(findDifference(other, 3, content) ?? '', /structuredContent is \{"total":2/);
  const { result } = other;
  const mixed = { ...other, result: { ...result, structuredContent: content } };
  assert.match(findDifference(mixed, 3, content) ?? '', /the text is not/);
});

test('errors are a difference, of the protocol as of the tool', () => {
  const error = { jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no' } };
  assert.match(findDifference(error, 3, content) ?? '', /-32603/);
  const right = answerTo(3);
  const failed = { ...right, result: { ...right.result, isError: true } };
  assert.match(findDifference(failed, 3, content) ?? '', /"isError":true/);
});

test('a message is read from JSON and from a stream of one event', () => {
  const posted = { status: 200, wireBytes: 0 };
  const json = { ...posted, headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  const events = {
    ...posted,
    headers: { 'content-type': 'text/event-stream' },
    body: 'event: message\ndata: {"a":1}\n\n',
  };
  assert.deepEqual([messageOf(json), messageOf(events)], [{ a: 1 }, { a: 1 }]);
  assert.throws(() => messageOf({ ...json, status: 502, body: '<html>' }), /502.*<html>/);
});

test('answers are counted as they come over the wire, and a wrong one is refused', async () => {
  let isRight = true;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { id } = JSON.parse(body);
    response.end(JSON.stringify(answerTo(isRight ? id : id + 1)));
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `http://127.0.0.1:${port}/mcp`;
    const calls = [1, 2, 3].map(() => createCall({ tool: 't', input: {}, content }, BARE_DIALECT));
    const { bodyBytes, wireBytes } = await checkAnswers(url, calls, 2);
    assert.equal(bodyBytes, Buffer.byteLength(JSON.stringify(answerTo(10_000_000))));
    assert.ok(wireBytes > bodyBytes + 50 && wireBytes < bodyBytes + 300);
    isRight = false;
    await assert.rejects(checkAnswers(url, calls, 2), /got another answer than expected/);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
