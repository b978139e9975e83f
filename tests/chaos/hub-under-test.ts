import { hash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { HUB_FILE } from '../../sidecar/hub/store/store-file.ts';
import { ask } from '../support/ask.ts';
import { createFolder } from '../support/content-folder.ts';
import { countWhereQuiet } from '../support/hub-requests.ts';
import { editionsIn } from '../support/numbered-content.ts';
import { BASE_URL } from '../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../support/sample-content.ts';
import { CA_FILE } from '../support/tls.ts';
import { waitUntil } from '../support/wait-until.ts';
import { TOPIC_PATHS } from '../support/websub-hub.ts';
import { createDeployment } from './deployment.ts';
import { readRemains, useStore } from './hub-remains.ts';
import type { Recovered } from './hub-trial.ts';

/** One review tells the edition, in the words that editionsIn finds. */
const reviewOf = (edition: number) =>
  sampleReview('review-0', '2026-10-03', {}, `This is edition-${edition}.`);
const filesOf = (edition: number) => ({ ...SAMPLE_CONTENT, ...reviewOf(edition) });
const EDITIONS = { filesOf, reviewsIn: () => 1, next: (after: number) => after + 1 };
const ENVIRONMENT = {
  HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
  HUB_CONCURRENCY_PER_HOST: '4',
  NODE_EXTRA_CA_CERTS: CA_FILE,
};

/**
 * A hub's folders and store, which outlive every process, with edition 1 of the content. Without a
 * URL the store is SQLite.
 */
export function deployHub(t: TestContext, databaseUrl: string | undefined) {
  const deployment = createDeployment(t, EDITIONS, {
    ...ENVIRONMENT,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    // The same program is started again and again.
    NODE_COMPILE_CACHE: createFolder(t),
  });
  const place = { databaseUrl, file: join(deployment.stateDir, HUB_FILE) };

  /** Waits until an edition is served and announced, and nothing is left to do. */
  async function recover(url: string, edition: number): Promise<Recovered> {
    await waitUntil(`edition ${edition}`, async () => {
      return editionsIn((await ask(url, '/reviews.json')).text).includes(edition);
    });
    const bodies = new Map<string, Buffer>();
    for (const path of TOPIC_PATHS) bodies.set(BASE_URL + path, (await ask(url, path)).body);
    const content = await useStore(place, async (store) => {
      await waitUntil('it is announced', async () => {
        const { topics } = await store.exportAll();
        const isNewest = (one: (typeof topics)[number]) =>
          one.hash === hash('sha256', bodies.get(one.topic) ?? Buffer.of());
        return topics.length === bodies.size && topics.every(isNewest);
      });
      // Asked after that: before an announcement there may be nothing to do.
      await waitUntil('all is done', async () => (await countWhereQuiet(url)) !== undefined);
      return store.exportAll();
    });
    return { edition, bodies, content };
  }

  /** In one step: an edition that is half there would be published, and told, as it is. */
  function edit(edition: number): void {
    const { contentDir } = deployment;
    const [path = '', text = ''] = Object.entries(reviewOf(edition))[0] ?? [];
    const draft = join(contentDir, '../draft.md');
    writeFileSync(draft, text);
    renameSync(draft, join(contentDir, path));
  }

  deployment.edit(1);
  return { ...deployment, edit, recover, readRemains: () => readRemains(place) };
}
