import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { z } from 'zod';
import type { Bench, Run } from './bench.ts';
import { writeReviews } from './content.ts';
import { type Contender, type LoadRequest, loadInTurns } from './load.ts';
import { type Server, start, startServer, until, untilQuiet } from './programs.ts';
import { startSidecar } from './sidecar.ts';

const PEERS = ['nginx', 'express.static'] as const;

type Case = {
  readonly work: string;
  readonly path: string;
  readonly coding?: 'gzip';
  readonly isConditional?: boolean;
  readonly connections: number;
  /** The most processor time, as a multiple of a peer's. */
  readonly aims?: Readonly<Partial<Record<(typeof PEERS)[number], number>>>;
};

type Headers = Readonly<Record<string, string>>;

const SHAPE = { seconds: 2, rounds: 3 };
const COLD_PAGES = 3000;
const COLD_PAGES_A_SECOND = 700;
/** Headers left out of comparisons, as each server writes its own. */
const OWN_HEADERS = new Set([
  ...['accept-ranges', 'connection', 'content-encoding', 'content-length', 'date', 'etag'],
  ...['keep-alive', 'last-modified'],
]);

/**
 * Processor time per request, beside nginx with one worker and express.static, which serve our bytes with
 * our headers. A cold page is rendered: the server that is asked for those remembers none.
 */
export const bench: Bench = {
  about: '304, data, pages and since, beside nginx and express.static',
  size: 10_000,
  programs: ['nginx'],
  run: async (run) => {
    const { size, folder, progress } = run;
    progress('writing the content, and the first start');
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    const pages = await measureServed(run, contentDir);
    await measureColdPages(run, contentDir, pages);
  },
};

async function measureServed(run: Run, contentDir: string): Promise<readonly string[]> {
  await using sidecar = await startSidecar({ contentDir, folder: run.folder });
  const { reviews } = Reviews.parse(JSON.parse(`${(await ask(sidecar, '/reviews.json')).body}`));
  const pages = reviews.map(({ url }) => new URL(url).pathname);
  const page = { path: pages[0] ?? '', connections: 32, aims: { nginx: 1.5 } };
  const data = { path: '/reviews.json', connections: 8 };
  const newest = Math.max(...reviews.map(({ datePublished }) => Date.parse(datePublished)));
  const monthAgo = new Date(newest - 30 * 86_400_000).toISOString().slice(0, 10);
  const aims = { nginx: 1.8, 'express.static': 0.45 };
  const cases: readonly Case[] = [
    { work: '304 of reviews.json', ...data, isConditional: true, connections: 32, aims },
    { work: 'reviews.json', ...data },
    { work: 'reviews.json in gzip', ...data, coding: 'gzip' },
    { work: 'page of a review', ...page },
    { work: 'page of a review in gzip', ...page, coding: 'gzip' },
    { work: 'since a month ago', path: `/api/reviews/since/${monthAgo}`, connections: 8 },
  ];
  for (const one of cases) await measureCase(run, sidecar, one);
  return pages;
}

const Reviews = z.object({
  reviews: z.array(z.object({ url: z.url(), datePublished: z.string() })).min(1),
});

async function measureCase({ folder, table, progress }: Run, sidecar: Server, one: Case) {
  const { work, path, coding, isConditional = false, connections, aims } = one;
  progress(work);
  const encoding = { 'accept-encoding': coding ?? 'identity' };
  // The compressed variants of large files follow later.
  await until(async () => {
    return (await ask(sidecar, path, encoding)).headers['content-encoding'] === coding;
  }, 'compressing it');
  await untilQuiet(sidecar.pid);
  const { headers, body } = await ask(sidecar, path, encoding);
  const root = join(folder, 'files', work);
  const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
  mkdirSync(dirname(file), { recursive: true });
  // nginx finds the .gz beside a file; express.static is asked for it.
  writeFileSync(file, coding ? '' : body);
  if (coding) writeFileSync(`${file}.gz`, body);
  const sent = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OWN_HEADERS.has(name) ? [] : [[name, String(value)]],
    ),
  );
  await using servers = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  const contend = (subject: string, start: () => Promise<Server>, asked: string) =>
    table.attempt({ work, subject }, async () => {
      const server = await start();
      const answer = await ask(server, asked, encoding);
      if (!answer.body.equals(body)) throw new Error('it sends other bytes than we do');
      const tag = isConditional && { 'if-none-match': String(answer.headers.etag) };
      const requests: LoadRequest[] = [{ path: asked, headers: { ...encoding, ...tag } }];
      contenders.push({ subject, server, requests, status: isConditional ? 304 : 200 });
    });
  await contend('Testimony', async () => sidecar, path);
  await contend('nginx', async () => servers.use(await startNginx(root, sent)), path);
  const express = async () => servers.use(await startExpress(root, sent));
  await contend('express.static', express, coding ? `${file.slice(root.length)}.gz` : path);
  const loads = await loadInTurns(table, work, contenders, { ...SHAPE, connections });
  const cpuOf = (subject: string) => loads.get(subject)?.cpuMicroseconds;
  for (const peer of PEERS) {
    const atMost = aims?.[peer];
    const of = [cpuOf('Testimony'), cpuOf(peer)] as const;
    table.ratio({ work, subject: `Testimony / ${peer}`, of, aim: atMost ? { atMost } : undefined });
  }
}

async function measureColdPages(
  { folder, table, progress }: Run,
  contentDir: string,
  pages: readonly string[],
) {
  const work = 'page of a review, rendered';
  progress(work);
  const environment = { PAGE_MEMORY_MB: '0' };
  await using sidecar = await startSidecar({ contentDir, folder, environment });
  await untilQuiet(sidecar.pid);
  // Not neighbors, as each page shows the reviews beside its own.
  const step = Math.ceil(pages.length / COLD_PAGES);
  const requests = pages.filter((_, place) => place % step === 0).map((path) => ({ path }));
  const contenders = [{ subject: 'Testimony', server: sidecar, requests }];
  const shape = { connections: 32, seconds: 4, rounds: 2 };
  const load = (await loadInTurns(table, work, contenders, shape)).get('Testimony');
  const value = load && load.requests / load.seconds;
  const aim = { atLeast: COLD_PAGES_A_SECOND };
  table.row({ work, subject: 'Testimony', value, unit: '/s', aim });
}

async function ask({ origin }: Server, path: string, headers: Headers = {}) {
  const answer = await request(origin + path, { headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`);
  return { headers: answer.headers, body };
}

function startExpress(root: string, headers: Headers): Promise<Server> {
  const program = join(import.meta.dirname, 'peers/serve-express.js');
  return startServer((port) =>
    start(process.execPath, [program, String(port), root, JSON.stringify(headers)]),
  );
}

function startNginx(root: string, headers: Headers): Promise<Server> {
  return startServer((port) => {
    const own = join(root, '.nginx');
    mkdirSync(own);
    const file = join(own, 'nginx.conf');
    writeFileSync(file, configurationOf(own, root, port, headers));
    return start('nginx', ['-e', join(own, 'error.log'), '-p', own, '-c', file]);
  });
}

function configurationOf(own: string, root: string, port: number, headers: Headers): string {
  const { 'content-type': type = '', ...others } = headers;
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${quote(join(own, 'nginx.pid'))};
events {}
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${quote(join(own, name))};`).join('\n')}
  sendfile on;
  gzip_static on;
  keepalive_requests 1000000000;
  types {}
  default_type ${quote(type)};
  server {
    listen 127.0.0.1:${port};
    root ${quote(root)};
${Object.entries(others)
  .map(([name, value]) => `    add_header ${name} ${quote(value)};`)
  .join('\n')}
  }
}
`;
}
