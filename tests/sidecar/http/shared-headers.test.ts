import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DATA_SECURITY,
  PAGE_SECURITY,
  type RawHeaders,
} from '../../../sidecar/http/shared-headers.ts';

function headerIn(headers: RawHeaders, name: string): string | undefined {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

test('helmet’s headers are on data and pages, and data may be used anywhere', () => {
  for (const headers of [DATA_SECURITY, PAGE_SECURITY]) {
    assert.equal(headerIn(headers, 'cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headerIn(headers, 'x-content-type-options'), 'nosniff');
    assert.ok(headerIn(headers, 'strict-transport-security'));
  }
});

test('no policy allows inline code or the code of others', () => {
  for (const headers of [DATA_SECURITY, PAGE_SECURITY]) {
    const policy = headerIn(headers, 'content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  }
});
