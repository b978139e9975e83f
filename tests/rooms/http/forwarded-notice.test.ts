import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORWARDED_FIELDS } from '../../../sidecar/http/forwarded-notice.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();

/** The same request for the fast path, for the parser behind it, and for the routes. */
const WAYS = {
  'the fast path': (headers: Record<string, string>) => headOf('/reviews.json', headers),
  'the parser': (headers: Record<string, string>) => `\r\n${headOf('/reviews.json', headers)}`,
  'the routes': (headers: Record<string, string>) => headOf('/api/reviews/search', headers),
};

for (const [way, head] of Object.entries(WAYS)) {
  test(`a forwarded header on ${way} is told once, with what to set`, async (t) => {
    for (const name of FORWARDED_FIELDS) {
      const { url, log } = await startInProcess(t, { release });
      await sendRaw(url, head({}));
      assert.equal(log.length, 0);
      for (let count = 0; count < 3; count++) await sendRaw(url, head({ [name]: '192.0.2.1' }));
      await sendRaw(url, WAYS['the routes']({ 'X-Forwarded-For': '192.0.2.1' }));
      assert.equal(log.length, 1);
      assert.deepEqual([log[0]?.level, log[0]?.header], [40, name]);
      assert.match(String(log[0]?.msg), /TRUST_PROXY is off.*set TRUST_PROXY to the number/s);
      assert.doesNotMatch(JSON.stringify(log), /192\.0\.2\.1/);
    }
  });

  test(`a forwarded header on ${way} is nothing to tell of where proxies are trusted`, async (t) => {
    for (const trustProxy of [1, ['loopback']]) {
      const { url, log } = await startInProcess(t, { release, trustProxy });
      await sendRaw(url, head({ 'X-Forwarded-For': '192.0.2.1' }));
      assert.deepEqual(log, []);
    }
  });
}
