import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { writeReviews } from './content.ts';
import { type LoadRequest, loadInTurns } from './load.ts';
import { start, startServer, untilQuiet } from './programs.ts';
import { startSidecar } from './sidecar.ts';
import { OWN } from './table.ts';

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SHAPE = { connections: 8, seconds: 3, rounds: 3 };
/** The ids of a connection: no two requests in flight have the same one. */
const REQUESTS = 20;
const TEXTS = ['call', 'case', 'from', 'accident', 'every', 'they', 'office', 'after', 'lawyer'];

/** Tools, their arguments, and the most processor time as a share of the SDK's. */
const WORKS = [
  {
    name: 'search_reviews',
    argumentsOf: (number: number) => ({
      query: TEXTS[number % TEXTS.length],
      min_rating: 3 + (number % REQUESTS) / REQUESTS,
      limit: 10,
      response_format: 'concise',
    }),
    ratios: { SDK: { atMost: 1.1 } },
  },
  { name: 'get_business', argumentsOf: () => ({}), ratios: { SDK: { atMost: 0.7 } } },
];

export const bench: Bench = {
  about: "tool calls over MCP, beside the SDK's own server",
  size: 1000,
  run: async ({ size, folder, table }) => {
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    await using sidecar = await startSidecar({ contentDir, folder });
    const program = join(import.meta.dirname, 'mcp/run-sdk-server.ts');
    await using sdk = await startServer((port) =>
      start(process.execPath, [program, `${port}`, contentDir]),
    );
    await untilQuiet(sidecar.pid);
    for (const { name, argumentsOf, ratios } of WORKS) {
      const requests = Array.from({ length: SHAPE.connections * REQUESTS }, (_, id) =>
        requestOf(id, { name, arguments: argumentsOf(id) }),
      );
      const contenders = [
        { subject: OWN, server: sidecar, requests },
        { subject: 'SDK', server: sdk, requests },
      ];
      const { cpu } = await loadInTurns(contenders, SHAPE);
      table.compare({ work: name, unit: 'µs CPU', figures: cpu, ratios });
    }
  },
};

function requestOf(id: number, call: { readonly name: string; readonly arguments: object }) {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...{ 'MCP-Protocol-Version': VERSION, 'Mcp-Method': 'tools/call', 'Mcp-Name': call.name },
  };
  const params = { ...call, _meta: META };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  return { path: '/mcp', headers, body } satisfies LoadRequest;
}
