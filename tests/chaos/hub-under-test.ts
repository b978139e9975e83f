import { hash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import { HUB_FILE } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { openEngine, openStore, type StorePlace } from '../../sidecar/hub/store/open-store.ts';
import type { Row } from '../../sidecar/hub/store/rows.ts';
import type { SqlEngine } from '../../sidecar/hub/store/sql-engine.ts';
import { CA_FILE } from '../fixtures/tls/certificates.ts';
import { ask } from '../support/ask.ts';
import { createFolder } from '../support/content-folder.ts';
import { createDeployment } from '../support/deployment.ts';
import { BASE_URL } from '../support/release.ts';
import { editionsIn, SAMPLE_CONTENT, sampleReview } from '../support/sample-content.ts';
import { waitUntil } from '../support/wait-until.ts';
import { countWhereQuiet, TOPIC_PATHS } from '../support/websub-hub.ts';
import type { Recovered } from './hub-trial.ts';

/** One review has the edition, in the words that editionsIn finds. */
const reviewOf = (edition: number) =>
  sampleReview('review-0', '2026-10-03', {}, `This is edition-${edition}.`);
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
  const deployment = createDeployment(
    t,
    { ...SAMPLE_CONTENT, ...reviewOf(1) },
    {
      ...ENVIRONMENT,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      // The same program is started again and again.
      NODE_COMPILE_CACHE: createFolder(t),
    },
  );
  const place = { databaseUrl, file: join(deployment.stateDir, HUB_FILE) };

  /** Waits until an edition is served and announced, and nothing is left to do. */
  async function recover(url: string, edition: number): Promise<Recovered> {
    await waitUntil(`edition ${edition}`, async () => {
      return editionsIn((await ask(url, '/reviews.json')).text).includes(edition);
    });
    const bodies = new Map<string, Buffer>();
    for (const path of TOPIC_PATHS) bodies.set(BASE_URL + path, (await ask(url, path)).body);
    const rows = await useStore(place, async (store) => {
      await waitUntil('it is announced', async () => {
        const topics = await readTopics(place);
        const isNewest = (one: (typeof topics)[number]) =>
          one.hash === hash('sha256', bodies.get(one.topic) ?? Buffer.of());
        return topics.length === bodies.size && topics.every(isNewest);
      });
      // Asked after that: before an announcement there may be nothing to do.
      await waitUntil('all is done', async () => (await countWhereQuiet(url)) !== undefined);
      return store.list();
    });
    return { bodies, rows };
  }

  /** In one step: an edition that is half there would be published, and sent, as it is. */
  function edit(edition: number): void {
    const { contentDir } = deployment;
    const [path = '', text = ''] = Object.entries(reviewOf(edition))[0] ?? [];
    const draft = join(contentDir, '../draft.md');
    writeFileSync(draft, text);
    renameSync(draft, join(contentDir, path));
  }

  const start = () => deployment.start({ until: 'listening' });
  return { ...deployment, start, edit, recover, readRemains: () => readRemains(place) };
}

/** What a store holds whose only process was killed; its claims are as if that were long ago. */
async function readRemains(place: StorePlace): Promise<readonly Row[]> {
  if (place.databaseUrl !== undefined) {
    await useEngine(place, async (engine) => {
      // The server continues with the last statement, such as a COMMIT, until it sees the end.
      await waitUntil('the server knows', async () => (await engine.read(OTHERS)).length === 0);
      await engine.transaction((run) => run(AGE));
    });
  }
  return useStore(place, (store) => store.list());
}

const OTHERS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
  AND application_name = 'testimony' AND pid <> pg_backend_pid()`;
// replicas.test.ts waits for the end of claims.
const AGE = 'UPDATE testimony_subscriptions SET claimed_until = 1 WHERE claim IS NOT NULL';

const Topics = z.array(z.object({ topic: z.string(), hash: z.string() }));

/** What was announced last of each topic, with its hash. */
function readTopics(place: StorePlace): Promise<z.infer<typeof Topics>> {
  return useEngine(place, async (engine) =>
    Topics.parse(await engine.read('SELECT topic, hash FROM testimony_topics')),
  );
}

async function useEngine<Result>(
  place: StorePlace,
  use: (engine: SqlEngine) => Promise<Result>,
): Promise<Result> {
  const engine = await openEngine(place, Date.now);
  return use(engine).finally(() => engine.close());
}

/** Opens a store for a moment. */
async function useStore<Result>(
  place: StorePlace,
  use: (store: HubStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place);
  return use(store).finally(() => store.close());
}
