import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Run } from './bench.ts';
import { writeReviews } from './content.ts';
import { AUTHORITY_FILE, startSubscribers } from './fanout/fanout-subscribers.ts';
import { BASE_URL, type Server, start, startServer, untilQuiet } from './programs.ts';
import { startSidecar } from './sidecar.ts';
import { OWN } from './table.ts';

/** The feed has the newest fifty reviews, reviews.json all of them: some two megabytes of 1,000. */
const TOPICS = ['/api/feed.json', '/reviews.json'];
const CONNECTIONS = 64;
const ROUNDS = 3;
const RATIOS = { undici: { atLeast: 0.7 } };

export const bench: Bench = {
  about: 'deliveries of the hub over TLS to as many subscribers, beside a bare loop of undici',
  size: 1000,
  run: async (run) => {
    const contentDir = join(run.folder, 'content');
    await writeReviews(contentDir, run.size);
    for (const [number, path] of TOPICS.entries()) {
      const folder = join(run.folder, `service ${number}`);
      await measureTopic(path, contentDir, { ...run, folder });
    }
  },
};

async function measureTopic(path: string, contentDir: string, { size, folder, table }: Run) {
  using subscribers = await startSubscribers(size);
  await using sidecar = await startHub(contentDir, folder);
  await using peer = await startPeer();
  for (const callback of subscribers.callbacks) await subscribe(sidecar, path, callback);
  await subscribers.untilConfirmed();

  const edit = createNewestEditor(contentDir);
  const order = { topicUrl: sidecar.origin + path, callbacks: subscribers.callbacks };
  const body = JSON.stringify({ ...order, connections: CONNECTIONS });
  const senders = {
    [OWN]: { pid: sidecar.pid, send: edit },
    undici: { pid: peer.pid, send: () => fetch(peer.origin, { method: 'POST', body }) },
  };
  const figures: Record<string, number[]> = { [OWN]: [], undici: [] };
  let kilobytes = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [subject, { pid, send }] of Object.entries(senders)) {
      await untilQuiet(sidecar.pid);
      const { cpuSeconds, length } = await subscribers.measure(pid, send);
      kilobytes = Math.round(length / 1000);
      // The first round warms up.
      if (round > 0) figures[subject]?.push((cpuSeconds / size) * 1e6);
    }
  }
  const work = `${path} (${kilobytes} kB), a delivery`;
  table.compare({ work, unit: 'µs CPU', figures, ratios: RATIOS });
}

/** Its limits let one host have all subscriptions and connections. */
function startHub(contentDir: string, folder: string): Promise<Server> {
  const environment = {
    HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
    HUB_MAX_PENDING_PER_CLIENT: '0',
    HUB_CONCURRENCY: `${CONNECTIONS}`,
    HUB_CONCURRENCY_PER_HOST: `${CONNECTIONS}`,
    HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: AUTHORITY_FILE,
  };
  return startSidecar({ contentDir, folder, environment });
}

function startPeer(): Promise<Server> {
  const program = join(import.meta.dirname, 'fanout/run-undici-loop.ts');
  const environment = { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE };
  return startServer((port) => start(process.execPath, [program, `${port}`], { environment }));
}

async function subscribe({ origin }: Server, path: string, callback: string): Promise<void> {
  const topic = BASE_URL + path;
  const form = { 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.callback': callback };
  const body = new URLSearchParams(form);
  const response = await fetch(`${origin}/api/websub/hub`, { method: 'POST', body });
  if (response.status !== 202) throw new Error(`a subscription is answered ${response.status}`);
  await response.bytes();
}

/** Edits the newest review, which every topic has, each time to another length. */
function createNewestEditor(contentDir: string): () => void {
  const paths = readdirSync(contentDir, { recursive: true, encoding: 'utf8' });
  const newest = paths.filter((path) => /^reviews.*\.md$/.test(path)).toSorted();
  const file = join(contentDir, newest.at(-1) ?? '');
  return () => {
    writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()} They explained every step.\n`);
  };
}
