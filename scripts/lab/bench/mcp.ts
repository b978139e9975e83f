import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Bench } from './bench.ts';
import { writeReviews } from './content.ts';
import { type Contender, type LoadRequest, loadInTurns } from './load.ts';
import { type Server, start, startServer, untilQuiet } from './programs.ts';
import { startSidecar } from './sidecar.ts';

const SESSION_VERSION = '2025-06-18';
const VERSION = '2026-07-28';
const ERAS = ['sessions', VERSION] as const;
const CLIENT = { name: 'bench', version: '1.0.0' };
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SHAPE = { connections: 8, seconds: 3, rounds: 3 };
/** The ids of a connection: no two requests in flight have the same one. */
const REQUESTS = 20;
const TEXTS = ['call', 'case', 'from', 'accident', 'every', 'they', 'office', 'after', 'lawyer'];

/** The most processor time, as a share of the SDK's. */
const WORKS = [
  { name: 'search_reviews', format: 'concise', aim: { atMost: 1.1 } },
  { name: 'search_reviews', format: 'detailed', aim: undefined },
  { name: 'get_business', format: undefined, aim: { atMost: 0.7 } },
];
type Work = (typeof WORKS)[number];

function createCall({ name, format }: Work, number: number) {
  if (format === undefined) return { name, arguments: {} };
  const query = TEXTS[number % TEXTS.length];
  const min_rating = 3 + (number % REQUESTS) / REQUESTS;
  // A detailed answer has room for ten.
  return { name, arguments: { query, min_rating, limit: 10, response_format: format } };
}

export const bench: Bench = {
  about: 'tool calls over MCP in both eras, beside the servers of the SDKs',
  size: 1000,
  run: async ({ size, folder, table, progress }) => {
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    progress('starting the servers');
    await using sidecar = await startSidecar({ contentDir, folder });
    await using stack = new AsyncDisposableStack();
    const subjects: { subject: string; server: Server; session: string | undefined }[] = [];
    for (const era of ERAS) {
      const program = join(import.meta.dirname, 'mcp/run-sdk-server.ts');
      const args = (port: number) => [program, `${port}`, era, contentDir];
      const sdk = stack.use(await startServer((port) => start(process.execPath, args(port))));
      for (const [name, server] of Object.entries({ Testimony: sidecar, SDK: sdk })) {
        const session = era === 'sessions' ? await openSession(server) : undefined;
        subjects.push({ subject: `${name}, ${era}`, server, session });
      }
    }
    await untilQuiet(sidecar.pid);
    for (const asked of WORKS) {
      const work = `${asked.name} ${asked.format ?? ''}`;
      progress(work);
      const contenders = subjects.map(({ subject, server, session }): Contender => {
        const requests = Array.from({ length: SHAPE.connections * REQUESTS }, (_, id) =>
          requestOf(asked, id, session),
        );
        return { subject, server, requests };
      });
      await compareAnswers(contenders);
      const loads = await loadInTurns(table, work, contenders, SHAPE);
      for (const era of ERAS) {
        const cpuOf = (name: string) => loads.get(`${name}, ${era}`)?.cpuMicroseconds;
        const subject = `Testimony / SDK, ${era}`;
        table.ratio({ work, subject, of: [cpuOf('Testimony'), cpuOf('SDK')], aim: asked.aim });
      }
    }
  },
};

const HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

function requestOf(work: Work, id: number, session: string | undefined): LoadRequest {
  const call = createCall(work, id);
  const dialect =
    session === undefined
      ? { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': 'tools/call', 'Mcp-Name': call.name }
      : { 'MCP-Protocol-Version': SESSION_VERSION, 'Mcp-Session-Id': session };
  const params = session === undefined ? { ...call, _meta: META } : call;
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  return { path: '/mcp', headers: { ...HEADERS, ...dialect }, body };
}

async function openSession({ origin }: Server): Promise<string> {
  const params = { protocolVersion: SESSION_VERSION, capabilities: {}, clientInfo: CLIENT };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const response = await fetch(`${origin}/mcp`, { method: 'POST', headers: HEADERS, body });
  const id = response.headers.get('Mcp-Session-Id');
  if (id === null) throw new Error(`a session is refused: ${await response.text()}`);
  return id;
}

const Answer = z.object({ result: z.object({ structuredContent: z.looseObject({}) }) });

/** Throws if two servers answer a call differently. */
async function compareAnswers(contenders: readonly Contender[]): Promise<void> {
  for (let number = 0; number < REQUESTS; number++) {
    const answers: unknown[] = [];
    for (const { server, requests } of contenders) {
      const { path = '', headers = {}, body = '' } = requests[number] ?? {};
      const response = await fetch(server.origin + path, { method: 'POST', headers, body });
      answers.push(Answer.parse(await response.json()).result.structuredContent);
    }
    if (answers.every((one) => isDeepStrictEqual(one, answers[0]))) continue;
    throw new Error(`The answers to ${contenders[0]?.requests[number]?.body} differ.`);
  }
}
