import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../load/ask.ts';
import { startChild } from '../process/child.ts';
import type { Server } from './server.ts';
import type { StaticSite } from './static-site.ts';

const START_MILLISECONDS = 30_000;
/** Those that node:http writes by itself. */
const CONNECTION_HEADERS = new Set(['connection', 'date', 'keep-alive']);

/** Starts express.static on a folder. */
export function serveExpress(site: StaticSite): Promise<Server> {
  return serve('run-express.ts', site);
}

/** Starts a bare node:http server that sends a ready buffer under the headers of an answer. */
export function serveBuffer({ status, headers, body }: Answer): Promise<Server> {
  const given = headers.filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  return serve('run-buffer.ts', { status, headers: given.flat(), bytes: body.length });
}

/** Such a program takes its settings as JSON and writes the port that it listens on. */
async function serve(program: string, settings: unknown): Promise<Server> {
  const path = join(import.meta.dirname, program);
  const child = await startChild(process.execPath, [path, JSON.stringify(settings)]);
  const end = performance.now() + START_MILLISECONDS;
  while (!child.output().includes('\n') && performance.now() < end) await setTimeout(20);
  const port = Number.parseInt(child.output(), 10);
  if (Number.isNaN(port)) {
    await child[Symbol.asyncDispose]();
    throw new Error(`${program} does not listen: ${child.output()}`);
  }
  const origin = `http://127.0.0.1:${port}`;
  return { origin, pid: child.pid, [Symbol.asyncDispose]: child[Symbol.asyncDispose] };
}
