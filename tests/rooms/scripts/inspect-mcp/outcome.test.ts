import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  contentOf,
  expectToolFailure,
  lastRemarkOf,
  originIn,
  resultOf,
} from '../../../../scripts/inspect-mcp/inspector.ts';

const outcome = { exitCode: 0, stderr: '', stdout: '' };

function answering(result: object) {
  return { ...outcome, stdout: JSON.stringify({ result }) };
}

test('a result is read', () => {
  assert.deepEqual(resultOf(answering({ tools: [] })), { tools: [] });
});

test('what stands last beside a result is kept', () => {
  const warned = { ...outcome, stderr: 'Warning: a\n\n0 errors, 1 warning across 1 tool.\n' };
  assert.equal(lastRemarkOf(warned), '0 errors, 1 warning across 1 tool.');
  assert.equal(lastRemarkOf(outcome), '');
});

test('another exit code and other text are failures that show what came', () => {
  const refused = { ...outcome, exitCode: 6, stderr: 'bad schema' };
  assert.throws(() => resultOf(refused), /expected the exit code 0, got 6: bad schema/);
  assert.throws(() => resultOf({ ...outcome, stdout: '<html>' }), /expected JSON, got <html>/);
  assert.throws(() => resultOf({ ...outcome, stdout: '{"tools":[]}' }), /\{"tools":\[\]\}/);
});

test('structured content has to stand in the text too', () => {
  const structuredContent = { total: 1 };
  const withText = (text: string) =>
    answering({ content: [{ type: 'text', text }], structuredContent });
  assert.deepEqual(contentOf(withText('{"total":1}')), structuredContent);
  assert.throws(() => contentOf(withText('{"total":2}')));
  assert.throws(() => contentOf(answering({ content: [] })), /another shape/);
});

test('a tool that fails is told from a call that fails', () => {
  const failing = (exitCode: number, code: string) => ({
    ...outcome,
    exitCode,
    stderr: JSON.stringify({ error: { code } }),
  });
  expectToolFailure(failing(5, 'tool_is_error'));
  assert.throws(() => expectToolFailure(failing(5, 'tool_not_found')), /tool_not_found/);
  assert.throws(() => expectToolFailure(failing(1, 'tool_is_error')), /got 1/);
  assert.throws(() => expectToolFailure(answering({})), /got 0/);
});

test('a service has an origin as soon as it serves', () => {
  const listening = '{"level":30,"port":4711,"msg":"listening"}\n';
  assert.equal(originIn(''), undefined);
  assert.equal(originIn(listening), undefined);
  const serving = `${listening}{"level":30,"reviews":12,"msg":"serving the release"}\n`;
  assert.equal(originIn(serving), 'http://127.0.0.1:4711');
});
