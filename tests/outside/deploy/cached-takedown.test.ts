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
} from '../../journeys/publish/secret-review.ts';
import { ask } from '../../support/ask.ts';
import type { Files } from '../../support/content-files.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { sampleReview } from '../../support/sample-content.ts';

import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { findServer } from './debian.ts';
import { startCache } from './proxies.ts';

const [BREWED, NEMO] = SECRETS;

/** The only review of its year, and the only one on the second page of its month. */
const AUTHOR = { author: `{ name: ${NEMO} }` };
const OF_YEAR = sampleReview('of-a-year', '2019-01-15', AUTHOR, `Another ${BREWED}.`);
const OF_PART = sampleReview('of-a-part', '2018-05-01', AUTHOR, `The last ${BREWED}.`);
const MONTH = Array.from({ length: 200 }, (_, index) =>
  sampleReview(`month-${index}`, '2018-05-02'),
);

/** Who and what has a page, and nothing else. */
const ENTITIES: Files = {
  'technicians.yaml': `- { id: nemo, name: ${NEMO}, jobTitle: Partner }\n`,
  'services.yaml': `- { id: potion, name: ${BREWED} }\n`,
  'service-areas.yaml': `- { id: potion-town, name: ${BREWED} Town }\n`,
  'aspects.yaml': `- { id: potions, name: ${BREWED}, description: How potions are, terms: [informed] }\n`,
};
const NO_ENTITIES = Object.fromEntries(Object.keys(ENTITIES).map((file) => [file, '[]\n']));

/** What is gone after the edit: 410 for the first, 404 for all others. */
const VANISHING = [
  ...[...OWN_PATHS, ...pathsOfReview('of-a-year'), ...pathsOfReview('of-a-part')],
  ...['', '01/', '01/feed.xml', '01/feed.json'].map((name) => `/archive/2019/${name}`),
  ...['', 'feed.xml', 'feed.json'].map((name) => `/archive/2018/05/2/${name}`),
  ...['people/nemo', 'services/potion', 'places/potion-town', 'aspects/potions'].flatMap((page) => [
    `/${page}/`,
    `/${page}/og.png`,
  ]),
  // Redirects.
  `/reviews/${SECRET_ID}`,
  '/archive/2019/01',
  '/people/nemo/index.html',
];

test('nginx that refreshes in the background shows nothing that is gone, and what is back', async (t) => {
  const program = findServer(t, 'nginx');
  if (!program) return t.skip('NOT TESTED: there is no nginx; install it, or run this as root');
  const removed = { ...SECRET_CONTENT, ...OF_YEAR, ...OF_PART, ...ENTITIES };
  const content = Object.assign({}, ...MONTH, removed);
  const service = await startService(t, { content });
  const contentDir = join(service.folder, 'content');
  const cache = await startCache(t, program, service.url);
  const statusesAt = (url: string) =>
    Promise.all(
      VANISHING.map(async (path) => {
        const headers = { Accept: 'text/html, */*' };
        return `${(await ask(url, path, { headers })).status} ${path}`;
      }),
    );
  const before = await statusesAt(service.url);
  assert.ok(
    before.every((line) => /^(?:200|301) /.test(line)),
    before.join('\n'),
  );

  const shown = await findSecrets(cache, VANISHING);
  // A year only counts its reviews.
  for (const path of VANISHING.filter((one) => /(?<!2019)\/(?:feed\..*)?$/.test(one))) {
    assert.ok(
      shown.some((line) => line.includes(` at ${path} `)),
      `${path} shows it`,
    );
  }
  assert.deepEqual(await statusesAt(cache), before);

  // One is taken down, two are deleted without a tombstone.
  for (const file of [SECRET_FILE, ...Object.keys({ ...OF_YEAR, ...OF_PART })]) {
    rmSync(join(contentDir, file));
  }
  saveFiles(contentDir, {
    ...NO_ENTITIES,
    'faq.yaml': '[]\n',
    'removed.yaml': `- { id: ${SECRET_ID}, dateRemoved: 2026-11-20, reason: author-request }\n`,
  });
  await waitUntil('the service shows nothing of it', async () => {
    const found = await findSecrets(service.url, VANISHING);
    return found.length === 0;
  });
  const after = await statusesAt(service.url);
  assert.ok(
    after.every((line) => /^4(?:04|10) /.test(line)),
    after.join('\n'),
  );
  let left: string[] = [];
  await waitUntil(
    'the cache shows nothing of it',
    async () => {
      left = await findSecrets(cache, VANISHING);
      return left.length === 0;
    },
    20_000,
  ).catch((error) => assert.fail(`${error}: ${left.join('\n')}`));
  assert.deepEqual(await statusesAt(cache), after);

  saveFiles(contentDir, { ...removed, 'removed.yaml': '[]\n' });
  await waitUntil('what is back is in the cache', async () => {
    const statuses = await statusesAt(cache);
    return statuses.join() === before.join();
  });
});
