import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import type { Answered } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  checkRefusal,
  initializeMessage,
  type McpSession,
  message,
  openSession,
  resultOf,
  STATELESS_VERSION,
  send,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });

type Params = Readonly<Record<string, unknown>>;
type Ask = (method: string, params?: Params, id?: unknown) => Promise<Answered>;

/** How each revision is asked. */
const ASKS = new Map<string, Ask>([
  [STATELESS_VERSION, (method, params, id) => askStateless(url, method, params, { id })],
]);
const sessions = new Map<string, McpSession>();
for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
  const session = await openSession(url, version);
  sessions.set(version, session);
  ASKS.set(version, session.ask);
}

const Batch = z.array(z.object({ id: z.unknown(), error: z.object({ code: z.int() }).optional() }));

/** A session that this file has opened. */
function sessionOf(version: string): McpSession {
  const session = sessions.get(version);
  assert.ok(session);
  return session;
}

test('part 7, M9 JSON-RPC 2.0 §5.1: what is no JSON is -32700, what is no message -32600', async () => {
  const all = [sessionOf('2025-06-18').headers, statelessHeaders('tools/list')];
  for (const headers of all) {
    for (const body of [
      '',
      '{',
      '{"jsonrpc":"2.0","id":1,"method":"ping"',
      '{"jsonrpc":"2.0","id":1,"method":"ping"}{}',
      "{'jsonrpc':'2.0'}",
      'NaN',
      '\0',
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"p\xff"}', 'latin1'),
      Buffer.from('\ud800{"jsonrpc":"2.0"}', 'utf16le'),
    ]) {
      checkRefusal(await send(url, { headers, body }), 400, -32700);
    }
    for (const body of [
      'null',
      'true',
      '1',
      '"ping"',
      '{}',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","id":1,"method":1}',
      '{"jsonrpc":"2.0","method":null}',
      '{"jsonrpc":"2.0","result":{}}',
    ]) {
      checkRefusal(await send(url, { headers, body }), 400, -32600);
    }
    const wrong = { jsonrpc: '1.0', id: 5, method: 'ping' };
    checkRefusal(await send(url, { headers, body: wrong }), 400, -32600, 5);
    const positional = { jsonrpc: '2.0', id: 5, method: 'ping', params: [1] };
    checkRefusal(await send(url, { headers, body: positional }), 400, -32600, 5);
  }
});

test('M12 2025-06-18 basic: an id is a string or a whole number, and comes back as it was sent', async () => {
  for (const [version, ask] of ASKS) {
    for (const id of ['', 'x', '1', '🙂 "quoted"', 'x'.repeat(1000), 0, -1, 2 ** 53 - 1]) {
      resultOf(await ask('tools/list', {}, id), id);
    }
    for (const id of [null, {}, [], true]) {
      checkRefusal(await ask('tools/list', {}, id), 400, -32600);
    }
    const fraction = await ask('tools/list', {}, 1.5);
    assert.equal(fraction.status, 400, version);
    checkRefusal(fraction, 400, -32600, 1.5);
  }
});

test('M13 2025-06-18 basic/transports: notifications and posted responses are 202 without a body', async () => {
  const quiet = [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', method: 'notifications/nobody-knows' },
    { jsonrpc: '2.0', method: 'tools/list' },
  ];
  const responses = [
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 'x', error: { code: -1, message: 'No.' } },
  ];
  for (const { send: post } of sessions.values()) {
    for (const body of [...quiet, ...responses]) {
      const answered = await post(body);
      checkAnswer(answered);
      assert.deepEqual([answered.status, answered.text], [202, ''], JSON.stringify(body));
    }
  }
  for (const body of quiet) {
    const answered = await send(url, { headers: statelessHeaders(body.method), body });
    checkAnswer(answered);
    assert.deepEqual([answered.status, answered.text], [202, ''], JSON.stringify(body));
  }
});

test('M11 2025-06-18 basic: a batch is refused by the revisions that do not know it', async () => {
  for (const version of ['2025-06-18', '2025-11-25']) {
    const session = sessionOf(version);
    for (const body of [
      [message('ping')],
      [message('ping'), message('tools/list', {}, 2)],
      [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    ]) {
      checkRefusal(await session.send(body), 400, -32600);
    }
  }
  for (const body of [
    [statelessMessage('tools/list')],
    [message('ping'), statelessMessage('tools/list')],
  ]) {
    const headers = statelessHeaders('tools/list');
    checkRefusal(await send(url, { headers, body }), 400, -32600);
    checkRefusal(await sessionOf('2025-03-26').send(body), 400, -32600);
  }
});

test('M11 2025-03-26 basic: a batch of up to 20 messages is answered in order', async () => {
  const session = sessionOf('2025-03-26');
  const answersTo = async (body: readonly unknown[]) => {
    const answered = await session.send(body);
    checkAnswer(answered);
    assert.equal(answered.status, 200, answered.text);
    return Batch.parse(JSON.parse(answered.text)).map(({ id, error }) => [id, error?.code]);
  };
  const pings = (count: number) =>
    Array.from({ length: count }, (_, id) => message('ping', {}, id));
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  assert.deepEqual(
    await answersTo(pings(20)),
    pings(20).map(({ id }) => [id, undefined]),
  );
  assert.deepEqual(
    await answersTo([
      message('tools/call', { name: 'search_reviews', arguments: {} }, 'slow'),
      notification,
      message('nothing', {}, 2),
      initializeMessage('2025-03-26', 3),
      message('ping', {}, 'x'),
      message('ping', {}, 'x'),
    ]),
    [
      ['slow', undefined],
      [2, -32601],
      [3, -32600],
      ['x', undefined],
      ['x', undefined],
    ],
  );
  const quiet = await session.send([notification, { jsonrpc: '2.0', id: 1, result: {} }]);
  assert.deepEqual([quiet.status, quiet.text], [202, '']);
  for (const body of [pings(21), [], [1], [message('ping'), {}], [[message('ping')]]]) {
    checkRefusal(await session.send(body), 400, -32600);
  }
});

test('part 7, M14 JSON-RPC 2.0 §5.1: an unknown method is -32601, in 2026-07-28 with 404', async () => {
  for (const [version, ask] of ASKS) {
    const status = version === STATELESS_VERSION ? 404 : 200;
    for (const method of ['nothing', 'tools/List', '', 'toString', '__proto__', 'server/nothing']) {
      checkRefusal(await ask(method), status, -32601, 1);
    }
  }
  const removed = ['ping', 'initialize', 'resources/subscribe', 'logging/setLevel'];
  for (const method of removed) checkRefusal(await askStateless(url, method), 404, -32601, 1);
  const added = sessionOf('2025-11-25');
  for (const method of ['server/discover', 'subscriptions/listen']) {
    checkRefusal(await added.ask(method), 200, -32601, 1);
  }
});

test('part 7, M15 2025-06-18 server/tools: unknown tools, prompts and cursors, and bad params, are -32602', async () => {
  for (const ask of ASKS.values()) {
    for (const [method, params, said] of [
      ['tools/call', { name: 'get_busines', arguments: {} }, /did you mean "get_business"/],
      ['tools/call', { name: '__proto__' }, /get_business, search_reviews/],
      ['tools/call', { name: 'x'.repeat(5000) }, /^.{1,400}$/],
      ['prompts/get', { name: 'nothing' }, /review_digest/],
      ['prompts/get', { name: 'toString', arguments: {} }, /review_digest/],
      ['tools/list', { cursor: 'x' }, /cursor/],
      ['prompts/list', { cursor: '' }, /cursor/],
      ['resources/list', { cursor: 'x' }, /cursor/],
      ['resources/templates/list', { cursor: 'x' }, /cursor/],
      ['tools/call', {}, /name/],
      ['tools/call', { name: 5 }, /name/],
      ['prompts/get', {}, /name/],
      ['resources/read', {}, /uri/],
      ['completion/complete', {}, /ref/],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' } }, /argument/],
    ] as const) {
      const error = checkRefusal(await ask(method, params), 200, -32602, 1);
      assert.match(error.message, said);
    }
  }
});

test('M16 2025-06-18 server/resources: an unknown resource is -32002, since 2026-07-28 -32602', async () => {
  for (const [version, ask] of ASKS) {
    const code = version === STATELESS_VERSION ? -32602 : -32002;
    for (const uri of ['test://nothing', 'http://reviews.test:8787/nothing', '', 'file:///etc/x']) {
      const { data } = checkRefusal(await ask('resources/read', { uri }), 200, code, 1);
      assert.deepEqual(data, { uri });
    }
  }
});

test('part 8, M17 2025-11-25 server/tools: arguments that a tool refuses are a result that says what to mend', async () => {
  for (const [version, ask] of ASKS) {
    for (const [name, given, said] of [
      ['search_reviews', { rating: 0 }, /rating must be a whole number from 1 to 5 \(got 0\)/],
      ['search_reviews', { rating: 6 }, /rating must be a whole number from 1 to 5 \(got 6\)/],
      ['search_reviews', { rating: 4.5 }, /rating must be a whole number from 1 to 5/],
      ['search_reviews', { rating: '5' }, /rating must be a whole number from 1 to 5/],
      ['search_reviews', { min_rating: 5.5 }, /min_rating must be a number from 1 to 5/],
      ['search_reviews', { min_rating: 0.9 }, /min_rating must be a number from 1 to 5/],
      ['search_reviews', { limit: 0 }, /limit must be a whole number from 1 to 100 \(got 0\)/],
      ['search_reviews', { limit: 101 }, /limit must be a whole number from 1 to 100/],
      ['search_reviews', { since: '2026-02-30' }, /since must be a date that exists/],
      ['search_reviews', { until: 'soon' }, /until must be a date that exists/],
      ['search_reviews', { ratings: 5 }, /"ratings" is not an argument.*did you mean "rating"/],
      ['search_reviews', [], /arguments must be an object/],
      ['get_business', { x: 1 }, /"x" is not an argument of get_business/],
      ['get_business', null, /arguments must be an object/],
      ['get_review', { id: 'nothing' }, /search_reviews/],
    ] as const) {
      const result = resultOf(await ask('tools/call', { name, arguments: given }));
      const { content, isError, structuredContent } = result;
      assert.equal(isError, true, version);
      assert.equal(structuredContent, undefined);
      const [block] = z
        .tuple([z.object({ type: z.literal('text'), text: z.string() })])
        .parse(content);
      assert.match(block.text, said);
    }
  }
});
