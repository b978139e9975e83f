import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { z } from 'zod';
import type { Bench, Run } from './bench.ts';
import { writeReviews } from './content.ts';
import { type Contender, loadInTurns } from './load.ts';
import { type Server, start, startServer, untilQuiet } from './programs.ts';
import { startSidecar } from './sidecar.ts';
import { type Aim, OWN } from './table.ts';

type Headers = Readonly<Record<string, string>>;

type Case = {
  readonly work: string;
  readonly path: string;
  readonly isConditional?: boolean;
  readonly ratios: Readonly<Record<string, Aim>>;
};

const SHAPE = { connections: 32, seconds: 2, rounds: 3 };
const COLD_PAGES = 3000;
const COLD_AIM = { atLeast: 700 };
/** Headers left out of comparisons, as each server writes its own. */
const OWN_HEADERS = new Set([
  ...['accept-ranges', 'connection', 'content-length', 'date', 'etag', 'keep-alive'],
  'last-modified',
]);
const ENCODING = { 'accept-encoding': 'identity' };

/**
 * Processor time per request, beside nginx with one worker and express.static, which serve our bytes with
 * our headers. A cold page is rendered: the server that is asked for those remembers none.
 */
export const bench: Bench = {
  about: '304 and pages, beside nginx and express.static',
  size: 10_000,
  programs: ['nginx'],
  run: async (run) => {
    const contentDir = join(run.folder, 'content');
    await writeReviews(contentDir, run.size);
    const pages = await measureServed(run, contentDir);
    await measureColdPages(run, contentDir, pages);
  },
};

const Reviews = z.object({ reviews: z.array(z.object({ url: z.url() })).min(1) });

async function measureServed(run: Run, contentDir: string): Promise<readonly string[]> {
  await using sidecar = await startSidecar({ contentDir, folder: run.folder });
  const { reviews } = Reviews.parse(JSON.parse(`${(await ask(sidecar, '/reviews.json')).body}`));
  const pages = reviews.map(({ url }) => new URL(url).pathname);
  const cases: readonly Case[] = [
    {
      ...{ work: '304 of reviews.json', path: '/reviews.json', isConditional: true },
      ratios: { nginx: { atMost: 1.8 }, 'express.static': { atMost: 0.45 } },
    },
    {
      ...{ work: 'page of a review, remembered', path: pages[0] ?? '' },
      ratios: { nginx: { atMost: 1.5 } },
    },
  ];
  for (const one of cases) await measureCase(run, sidecar, one);
  return pages;
}

async function measureCase({ folder, table }: Run, sidecar: Server, one: Case) {
  const { work, path, isConditional = false, ratios } = one;
  await untilQuiet(sidecar.pid);
  const { headers, body } = await ask(sidecar, path);
  const root = join(folder, 'files', work);
  const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  const sent = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OWN_HEADERS.has(name) ? [] : [[name, String(value)]],
    ),
  );
  await using nginx = await startNginx(root, sent);
  await using express = await startExpress(root, sent);
  const servers = { [OWN]: sidecar, nginx, 'express.static': express };
  const contenders: Contender[] = [];
  for (const [subject, server] of Object.entries(servers)) {
    const answer = await ask(server, path);
    if (!answer.body.equals(body)) throw new Error(`${subject} sends other bytes than we do.`);
    const tag = isConditional && { 'if-none-match': String(answer.headers.etag) };
    const requests = [{ path, headers: { ...ENCODING, ...tag } }];
    contenders.push({ subject, server, requests, status: isConditional ? 304 : 200 });
  }
  const { cpu } = await loadInTurns(contenders, SHAPE);
  table.compare({ work, unit: 'µs CPU', figures: cpu, ratios });
}

async function measureColdPages(
  { folder, table }: Run,
  contentDir: string,
  pages: readonly string[],
) {
  const environment = { PAGE_MEMORY_MB: '0' };
  await using sidecar = await startSidecar({ contentDir, folder, environment });
  await untilQuiet(sidecar.pid);
  // Not neighbors, as each page shows the reviews beside its own.
  const step = Math.ceil(pages.length / COLD_PAGES);
  const requests = pages.filter((_, place) => place % step === 0).map((path) => ({ path }));
  const { rates } = await loadInTurns([{ subject: OWN, server: sidecar, requests }], SHAPE);
  const work = 'page of a review, rendered';
  table.compare({ work, unit: '/s', figures: rates, aim: COLD_AIM });
}

async function ask({ origin }: Server, path: string) {
  const answer = await request(origin + path, { headers: ENCODING });
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
