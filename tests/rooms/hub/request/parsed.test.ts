import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quote } from '../../../../sidecar/hub/request/parsed.ts';

test('what was sent is quoted as it is where it is short', () => {
  assert.equal(quote('https://a.example/é?x=<b>'), '"https://a.example/é?x=<b>"');
});

test('of long text no more than 60 characters are quoted', () => {
  assert.equal(quote('x'.repeat(60)), `"${'x'.repeat(60)}"`);
  assert.equal(quote('x'.repeat(9000)), `"${'x'.repeat(60)}…"`);
  assert.equal(quote('😀'.repeat(61)), `"${'😀'.repeat(60)}…"`);
});

test('what no one sees is never quoted', () => {
  for (const hidden of ['\n', '\r', '\0', '\u001b', '\u0085', '\u202e', '\u2028', '\ud800']) {
    assert.equal(quote(`a${hidden}b`), '"a\uFFFDb"');
  }
});
