import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPOSITORY, runScript } from '../../../support/run-script.ts';

for (const [missing, args, env] of [
  ['The name of the CDN', [], {}],
  ['PURGE_AUTHORIZATION', ['varnish'], {}],
  ['VARNISH_URL', ['varnish'], { PURGE_AUTHORIZATION: 'secret' }],
] as const) {
  test(`the adapter of a CDN says that this is missing: ${missing}`, () => {
    const { status, stderr } = runScript('scripts/deploy/purge/main.ts', args, REPOSITORY, env);
    assert.equal(status, 2);
    assert.match(stderr, new RegExp(`^${missing} is missing[:;] [^\\n]+\\.\\n$`));
  });
}
