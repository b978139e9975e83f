import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { isSessionRequest } from '../../../../sidecar/mcp/session/session-request.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const SESSION = { 'mcp-session-id': 'x' };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_business' } };

const anyMeta = fc.oneof(
  fc.constant(undefined),
  fc.dictionary(fc.constantFrom(VERSION, 'progressToken', 'x'), fc.constantFrom('2026-07-28', 1)),
  fc.jsonValue(),
);
const anyParams = fc.oneof(
  fc.constant(undefined),
  fc.record({ name: fc.string(), _meta: anyMeta }),
  fc.jsonValue(),
);
const anyMessage = fc.oneof(
  fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
      id: fc.oneof(fc.nat(), fc.string(), fc.constantFrom(undefined, null, 1.5)),
      method: fc.constantFrom('tools/call', 'initialize', 'server/discover', 'ping'),
      params: anyParams,
    },
    { requiredKeys: ['jsonrpc', 'method', 'id'] },
  ),
  fc.jsonValue(),
);
const anyVersion = fc.constantFrom(
  undefined,
  '2025-06-18',
  '2024-11-05',
  '2026-07-28',
  '2027-01-01',
);

test('what is taken for a request of a session is one to the classifier of the SDK too', () => {
  let taken = 0;
  fc.assert(
    fc.property(anyMessage, anyVersion, (body, version) => {
      const headers = { ...SESSION, ...(version && { 'mcp-protocol-version': version }) };
      if (!isSessionRequest(body, headers)) return;
      taken++;
      const named = version === undefined ? {} : { protocolVersionHeader: version };
      assert.equal(classifyInboundRequest({ httpMethod: 'POST', ...named, body }).kind, 'legacy');
    }),
    { numRuns: 2000 },
  );
  assert.ok(taken > 50, `${taken} were taken`);
});

test('a plain call with a session is one', () => {
  assert.ok(isSessionRequest(CALL, SESSION));
  assert.ok(isSessionRequest(CALL, { ...SESSION, 'mcp-protocol-version': '2025-06-18' }));
});

test('a message without a session, of another revision, or the first one is none', () => {
  assert.ok(!isSessionRequest(CALL, {}));
  assert.ok(!isSessionRequest(CALL, { ...SESSION, 'mcp-protocol-version': '2026-07-28' }));
  assert.ok(!isSessionRequest({ ...CALL, method: 'initialize' }, SESSION));
  const stateless = { ...CALL, params: { _meta: { [VERSION]: '2026-07-28' } } };
  assert.ok(!isSessionRequest(stateless, SESSION));
});
