import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathsOfReview } from '#release/page-addresses.ts';
import {
  findSecrets,
  OWN_PATHS,
  SECRET_CONTENT,
  SECRET_FILE,
  SECRET_ID,
  SECRETS,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { ask } from '../../support/ask.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { findServer } from './debian.ts';
import { startCache } from './proxies.ts';

const [BREWED, NEMO] = SECRETS;

/** The only review of its year, which is deleted without a tombstone, and who has a page. */
const OF_YEAR = sampleReview('of-a-year', '2019-01-15', {}, `Another ${BREWED}.`);
const PEOPLE = 'technicians.yaml';
const REMOVED = {
  ...SECRET_CONTENT,
  ...OF_YEAR,
  [PEOPLE]: `- { id: nemo, name: ${NEMO}, jobTitle: Partner }\n`,
};

/** Addresses that are gone after the edit: 410 for the first, 404 for all others. */
const VANISHING = [
  ...[...OWN_PATHS, ...pathsOfReview('of-a-year')],
  ...['', '01/', '01/feed.xml', '01/feed.json'].map((name) => `/archive/2019/${name}`),
  ...['/people/nemo/', `/reviews/${SECRET_ID}`],
];

test('nginx that refreshes in the background shows nothing that is gone, and what is back', async (t) => {
  const program = findServer(t, 'nginx');
  if (!program) return t.skip('NOT TESTED: there is no nginx; install it, or run this as root');
  const service = await startService(t, { content: REMOVED });
  const contentDir = join(service.folder, 'content');
  const cache = await startCache(t, program, service.url);
  const statusesAt = (url: string) =>
    Promise.all(
      VANISHING.map(async (path) => {
        const headers = { Accept: 'text/html, */*' };
        return `${(await ask(url, path, { headers })).status} ${path}`;
      }),
    );
  const assertAll = (lines: readonly string[], status: RegExp) =>
    assert.ok(
      lines.every((line) => status.test(line)),
      lines.join('\n'),
    );
  const before = await statusesAt(service.url);
  assertAll(before, /^(?:200|301) /);
  assert.ok((await findSecrets(cache, VANISHING)).length > VANISHING.length / 2);
  assert.deepEqual(await statusesAt(cache), before);

  for (const file of [SECRET_FILE, ...Object.keys(OF_YEAR)]) rmSync(join(contentDir, file));
  saveFiles(contentDir, { [PEOPLE]: '[]\n', 'faq.yaml': '[]\n', ...TAKEN_DOWN });
  await waitUntil('the service shows nothing of it', async () => {
    return (await findSecrets(service.url, VANISHING)).length === 0;
  });
  const after = await statusesAt(service.url);
  assertAll(after, /^4(?:04|10) /);
  const isGone = async () => (await findSecrets(cache, VANISHING)).length === 0;
  await waitUntil('the cache shows nothing of it', isGone, 20_000);
  assert.deepEqual(await statusesAt(cache), after);

  saveFiles(contentDir, { ...REMOVED, 'removed.yaml': '[]\n' });
  await waitUntil('what is back is in the cache', async () => {
    return (await statusesAt(cache)).join() === before.join();
  });
});
