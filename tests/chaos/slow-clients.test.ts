import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINGERING, SLOW, SlowClients } from '../rooms/http/slow-clients.ts';
import { ask } from '../support/ask.ts';
import { atEnd } from '../support/lifetime.ts';
import { startService } from '../support/service.ts';

test('a service as it is deployed drops slow clients after half a minute, and serves on', {
  timeout: 120_000,
}, async (t) => {
  const { url } = await startService(t);
  const begun = performance.now();
  const all = await Promise.all(
    Object.values({ ...SLOW, ...LINGERING }).map(async (slowness) => {
      const clients = await SlowClients.open(url, slowness, { everyMs: 1000 });
      atEnd(t, () => clients.close());
      return clients;
    }),
  );
  assert.equal((await ask(url, '/reviews.json')).status, 200);
  await Promise.all(all.map((clients) => clients.dropped()));
  const seconds = (performance.now() - begun) / 1000;
  // How much later depends on what else the machine does.
  assert.ok(seconds > 29, `it took ${seconds} s`);
  assert.equal((await ask(url, '/reviews.json')).status, 200);
});
