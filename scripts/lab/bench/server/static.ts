import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Answer, headerOf } from '../load/ask.ts';
import { type Child, startChild } from '../process/process.ts';
import { childrenOf } from '../process/usage.ts';
import { type Server, startServer } from './server.ts';

/** A folder that a peer serves, with the headers that we send for the same request. */
export type StaticSite = {
  readonly root: string;
  readonly mediaType: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
};

const OWN_HEADERS = new Set([
  ...['accept-ranges', 'connection', 'content-length', 'content-type', 'date', 'etag'],
  ...['keep-alive', 'last-modified'],
]);

/** The folder with the headers of an answer of ours, apart from those each server sends itself. */
export function siteLike(root: string, answer: Answer): StaticSite {
  return {
    root,
    mediaType: headerOf(answer, 'content-type') ?? 'application/json',
    headers: answer.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
  };
}

/** How nginx reads files: as its own configuration file has it, or as well as it can. */
type FileHandling = 'default' | 'tuned';

const FILE_HANDLING: Readonly<Record<FileHandling, string>> = {
  default: 'sendfile on;',
  // Files stay open, and a head leaves in one system call with a body as small as a page's.
  tuned:
    'sendfile off; output_buffers 2 512k; open_file_cache max=20000 inactive=10m; open_file_cache_valid 10m;',
};

const WORKER_MILLISECONDS = 2000;

/** Starts nginx with one worker on a folder. Throws an Error that says why where it cannot run. */
export async function serveNginx(
  folder: string,
  site: StaticSite,
  handling: FileHandling,
): Promise<Server> {
  const server = await startServer((port) => {
    const own = join(folder, `nginx-${port}`);
    mkdirSync(own);
    writeFileSync(join(own, 'nginx.conf'), configurationOf(own, port, site, handling));
    return startNginx(own);
  });
  return { ...server, pid: await findWorker(server.pid) };
}

async function startNginx(own: string): Promise<Child> {
  const args = ['-e', join(own, 'error.log'), '-p', own, '-c', join(own, 'nginx.conf')];
  try {
    return await startChild('nginx', args);
  } catch {
    // Debian keeps it where only root looks.
    return await startChild('/usr/sbin/nginx', args);
  }
}

/** The worker answers; the master only watches it. */
async function findWorker(master: number): Promise<number> {
  const end = performance.now() + WORKER_MILLISECONDS;
  while (performance.now() < end) {
    const [worker] = childrenOf(master);
    if (worker !== undefined) return worker;
    await setTimeout(20);
  }
  // Without /proc there is no processor time to read either.
  return master;
}

export function configurationOf(
  own: string,
  port: number,
  { root, mediaType, headers }: StaticSite,
  handling: FileHandling,
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process on;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${quote(join(own, 'nginx.pid'))};
error_log ${quote(join(own, 'error.log'))} warn;
events { worker_connections 1024; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${quote(join(own, name))};`).join('\n')}
  ${FILE_HANDLING[handling]}
  gzip_static on;
  keepalive_timeout 65s 65s;
  keepalive_requests 1000000000;
  types {}
  default_type ${quote(mediaType)};
  server {
    listen 127.0.0.1:${port};
    root ${quote(root)};
    index index.html;
${headers.map(([name, value]) => `    add_header ${name} ${quote(value)};`).join('\n')}
  }
}
`;
}

function quote(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would take a variable out of ${text}`);
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Headers that node:http writes by itself. */
const CONNECTION_HEADERS = new Set(['connection', 'date', 'keep-alive']);

export function serveExpress(site: StaticSite): Promise<Server> {
  return serveStatic('express', site);
}

export function serveBuffer(answer: Answer): Promise<Server> {
  return serveStatic('buffer', readyReply(answer));
}

/** Answers are sent at the paths that they have in a map. */
export function serveBuffers(answers: ReadonlyMap<string, Answer>): Promise<Server> {
  const replies = [...answers].map(([path, answer]) => [path, readyReply(answer)]);
  return serveStatic('buffers', Object.fromEntries(replies));
}

function readyReply({ status, headers, body }: Answer) {
  const given = headers.filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  return { status, headers: given.flat(), bytes: body.length };
}

function serveStatic(kind: 'express' | 'buffer' | 'buffers', settings: unknown): Promise<Server> {
  const program = join(import.meta.dirname, 'run-static.ts');
  return startServer((port) =>
    startChild(process.execPath, [program, kind, `${port}`, JSON.stringify(settings)]),
  );
}
