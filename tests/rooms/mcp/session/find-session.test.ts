import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { Refusal } from '../../../../sidecar/mcp/refusal.ts';
import { findSession } from '../../../../sidecar/mcp/session/find-session.ts';
import { SessionIds } from '../../../../sidecar/mcp/session/session-ids.ts';

const SESSIONS = new SessionIds({ secret: 'secret', randomBytes, now: () => 1_800_000_000_000 });
const ID = SESSIONS.create('2025-06-18');

function refusalOf(headers: IncomingHttpHeaders): [status: number, code: number] {
  try {
    findSession(headers, SESSIONS);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return [error.status, error.code];
  }
  assert.fail('the request is refused');
}

test('a session is found by its header, with or without a version', () => {
  const session = { id: ID, version: '2025-06-18' };
  assert.deepEqual(findSession({ 'mcp-session-id': ID }, SESSIONS), session);
  for (const version of ['2025-06-18', '2025-11-25', '2025-03-26', '2024-11-05', ' 2025-06-18 ']) {
    const headers = { 'mcp-session-id': ID, 'mcp-protocol-version': version };
    assert.deepEqual(findSession(headers, SESSIONS), session);
  }
});

test('a request without a session is 400, and of none that is known 404', () => {
  assert.deepEqual(refusalOf({}), [400, -32_000]);
  assert.deepEqual(refusalOf({ 'mcp-session-id': '' }), [404, -32_001]);
  assert.deepEqual(refusalOf({ 'mcp-session-id': `${ID}, ${ID}` }), [404, -32_001]);
});

test('a version that no session can have is 400, but 404 comes first', () => {
  for (const version of ['2099-01-01', '', 'latest', '2026-07-28']) {
    const headers = { 'mcp-protocol-version': version };
    assert.deepEqual(refusalOf({ ...headers, 'mcp-session-id': ID }), [400, -32_000]);
    assert.deepEqual(refusalOf({ ...headers, 'mcp-session-id': 'x' }), [404, -32_001]);
  }
});
