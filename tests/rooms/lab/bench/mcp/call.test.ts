import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createCall,
  FIRST_ID,
  listCalls,
  requestTextOf,
} from '../../../../../scripts/lab/bench/mcp/call.ts';
import {
  BARE_DIALECT,
  STATELESS_DIALECT,
  sessionDialect,
} from '../../../../../scripts/lab/bench/mcp/dialects.ts';

const question = { tool: 'search_reviews', input: { query: 'é "quoted"' }, content: null };

function parseBody(text: string): unknown {
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
}

test('a request within a session names it, and its length is that of its body', () => {
  const call = createCall(question, sessionDialect('abc'));
  const [before, after] = requestTextOf('http://127.0.0.1:1234/mcp', call);
  const text = `${before}${FIRST_ID + 7}${after}`;
  assert.match(text, /^POST \/mcp HTTP\/1\.1\r\nHost: 127\.0\.0\.1:1234\r\n/);
  assert.match(text, /\r\nMcp-Session-Id: abc\r\n/);
  assert.match(text, /\r\nMCP-Protocol-Version: 2025-06-18\r\n/);
  assert.deepEqual(parseBody(text), {
    jsonrpc: '2.0',
    id: FIRST_ID + 7,
    method: 'tools/call',
    params: { name: 'search_reviews', arguments: question.input },
  });
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  assert.equal(/Content-Length: (\d+)/.exec(text)?.[1], String(Buffer.byteLength(body)));
});

test('a request without a session says in headers and body what it is', () => {
  const call = createCall(question, STATELESS_DIALECT);
  assert.equal(call.headers['MCP-Protocol-Version'], '2026-07-28');
  assert.equal(call.headers['Mcp-Method'], 'tools/call');
  assert.equal(call.headers['Mcp-Name'], 'search_reviews');
  assert.equal(call.headers['Mcp-Session-Id'], undefined);
  const { params } = JSON.parse(`${call.before}1${call.after}`);
  assert.deepEqual(params._meta, {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  });
});

test('every question is put in every dialect, and neighbours differ in both', () => {
  const questions = ['a', 'b', 'c'].map((tool) => ({ ...question, tool }));
  const calls = listCalls(questions, [sessionDialect('x'), sessionDialect('y')]);
  const names = calls.map(({ question: { tool }, headers }) => tool + headers['Mcp-Session-Id']);
  assert.deepEqual(names, ['ax', 'by', 'cx', 'ay', 'bx', 'cy']);
  assert.equal(listCalls(questions, [BARE_DIALECT]).length, 3);
});
