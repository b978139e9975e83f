import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HUB_FILE } from '../../../../sidecar/hub/hub-settings.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import type { Subscription } from '../../../../sidecar/hub/store/rows.ts';
import { replaceBody } from '../publish/review-edits.ts';
import type { BenchRelease } from '../release.ts';
import { type Server, serveSidecar } from '../server/server.ts';
import { callbackPath } from './tally.ts';

/** Requests in flight, ours and the peer's; each has a connection of its own. */
export const CONCURRENCY = 64;

/** Starts the service on a release and its content. Its limits let one host have all there is. */
export function startHubSidecar(release: BenchRelease, certificate: string): Promise<Server> {
  return serveSidecar(release, {
    environment: {
      WATCH: 'content',
      HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
      HUB_MAX_PENDING_PER_CLIENT: '0',
      HUB_CONCURRENCY: String(CONCURRENCY),
      HUB_CONCURRENCY_PER_HOST: String(CONCURRENCY),
      HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: certificate,
    },
  });
}

type Seed = {
  readonly topic: string;
  readonly count: number;
  /** Where the subscribers listen: all are one host to the hub. */
  readonly origin: string;
  readonly secret: string | undefined;
};

const LEASE_MILLISECONDS = 864_000_000;

export async function seedStore(stateDir: string, seed: Seed, now: number): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, file: join(stateDir, HUB_FILE) });
  try {
    const { added } = await store.importAll({
      topics: [],
      subscriptions: listSubscriptions(seed, now),
      requests: [],
      ended: [],
      blocked: [],
    });
    if (added !== seed.count) throw new Error(`${added} subscriptions were stored.`);
  } finally {
    await store.close();
  }
}

function listSubscriptions({ topic, count, origin, secret }: Seed, now: number): Subscription[] {
  const { hostname } = new URL(origin);
  return Array.from({ length: count }, (_, number) => ({
    topic,
    callback: origin + callbackPath(number),
    host: hostname,
    secret,
    subscribedAt: now,
    expiresAt: now + LEASE_MILLISECONDS,
    acknowledged: 0,
    tried: 0,
    attempts: 0,
    failures: 0,
    ...{ readyAt: now, verifiedAt: now },
    ...{ countedAt: undefined, acknowledgedAt: undefined, latencyMs: undefined },
    ...{ failedAt: undefined, fault: undefined, refusedAt: undefined, refusal: undefined },
  }));
}

const Feed = z.object({ items: z.tuple([z.object({ url: z.url() })], z.unknown()) });
const REVIEW = /\/reviews\/([^/]+)\/$/;
const SENTENCE = 'They explained every step, returned every call and the fee was fair. ';

/** Edits the newest review, which is in every topic; each edit gives the bodies another length. */
export class NewestReview implements Disposable {
  readonly #file: string;
  readonly #before: string;
  #edits = 0;

  constructor({ contentDir, outDir }: BenchRelease) {
    const feed = readFileSync(join(outDir, 'client/api/feed.json'), 'utf8');
    this.#file = findReview(join(contentDir, 'reviews'), newestIn(feed));
    this.#before = readFileSync(this.#file, 'utf8');
  }

  edit(): void {
    this.#edits++;
    const body = SENTENCE.repeat(this.#edits).trim();
    writeFileSync(this.#file, replaceBody(this.#before, body));
  }

  /** The review is as it was, so the content is again what the release on disk was made of. */
  [Symbol.dispose](): void {
    writeFileSync(this.#file, this.#before);
  }
}

function newestIn(feed: string): string {
  const [, id] = REVIEW.exec(Feed.parse(JSON.parse(feed)).items[0].url) ?? [];
  if (id === undefined) throw new Error('The feed names no review.');
  return id;
}

function findReview(folder: string, id: string): string {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue;
    const file = join(folder, path);
    if (readFileSync(file, 'utf8').includes(`\nid: ${id}\n`)) return file;
  }
  throw new Error(`No file has the review ${id}.`);
}
