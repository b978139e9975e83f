import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const Settings = z.object({
  origin: z.string(),
  requestsPerSecond: z.number().positive(),
  /** What is asked for in turn, in brotli; without it, half searches and half the feed. */
  paths: z.array(z.string()).optional(),
});

type Seen = { readonly milliseconds: number[]; failures: number };

const FEED = '/api/feed.json';
const SEARCHES = [
  'query=explained&min_rating=4',
  'query=the%20insurance&since=2024-01-01',
  'mentions_technician=maria-lopez&limit=50',
  'query=voicemail&rating=1',
  'query=th&limit=5',
].map((query) => `/api/reviews/search?${query}`);
const TIMEOUT_MILLISECONDS = 30_000;

/** The thread of the readers: each request is sent when it is due, whatever became of the last. */
async function main({ origin, requestsPerSecond, paths }: z.infer<typeof Settings>): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
  let seen: Seen = { milliseconds: [], failures: 0 };
  let feedEtag: string | undefined;

  parentPort?.on('message', async () => {
    const taken = seen;
    seen = { milliseconds: [], failures: 0 };
    await Promise.all(underWay);
    parentPort?.postMessage(taken);
  });

  const send = async (number: number, due: number, counted: Seen) => {
    const path = paths?.[number % paths.length] ?? searchOrFeed(number);
    const isFeed = path === FEED;
    const headers = paths ? { 'Accept-Encoding': 'br' } : isFeed ? validators(feedEtag) : {};
    try {
      const { status, etag } = await ask(origin + path, headers, agent);
      if (isFeed && status === 200) feedEtag = etag;
      if (status !== 200 && status !== 304) counted.failures++;
      counted.milliseconds.push(performance.now() - due);
    } catch {
      counted.failures++;
    }
  };

  const start = performance.now();
  for (let number = 0; ; number++) {
    const due = start + (number * 1000) / requestsPerSecond;
    // Timers may fire a little early.
    while (performance.now() < due) await setTimeout(Math.ceil(due - performance.now()));
    const request = send(number, due, seen).finally(() => underWay.delete(request));
    underWay.add(request);
  }
}

function searchOrFeed(number: number): string {
  return (number % 2 === 0 ? SEARCHES[(number / 2) % SEARCHES.length] : undefined) ?? FEED;
}

function validators(etag: string | undefined): Record<string, string> {
  return etag === undefined ? {} : { 'If-None-Match': etag };
}

function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
): Promise<{ status: number | undefined; etag: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent, timeout: TIMEOUT_MILLISECONDS }, (response) => {
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode, etag: response.headers.etag }),
      );
      response.resume();
    });
    request.once('timeout', () => request.destroy(new Error('no answer came')));
    request.once('error', reject);
  });
}

await main(Settings.parse(workerData));
