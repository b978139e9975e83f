import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import { ask } from './load/ask.ts';
import { askTool } from './mcp/ask-tool.ts';
import { ownCallGenerator } from './mcp/load-calls-own.ts';
import { findWrkForCalls } from './mcp/load-calls-wrk.ts';
import { measureCalls } from './mcp/measure-calls.ts';
import {
  type Answered,
  answerSearches,
  BUSINESS_QUESTION,
  listSearches,
  type Question,
} from './mcp/questions.ts';
import { reportCalls, type ToolResult } from './mcp/report-calls.ts';
import { callerOf, joinOurs, joinPeers, type PeerFiles } from './mcp/subjects.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { describeRun } from './run-notes.ts';
import { serveSidecar } from './server/serve-sidecar.ts';
import type { Server } from './server/server.ts';

const SIZES = [1000];
const ROUNDS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 8 };

/** Tool calls in both eras of the protocol over loopback, against the SDKs' own servers. */
export const bench: Bench = {
  name: 'mcp',
  about: 'tool calls over MCP, against the servers that the SDKs come with',
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const notes = describeRun();
      await using folder = createTemporaryFolder();
      progress(`building a release of ${size} reviews`);
      const release = await buildBenchRelease(folder.path, size);
      await using sidecar = await serveSidecar(release);
      await using stack = new AsyncDisposableStack();
      const { searches, business, files } = await prepare(sidecar, folder.path);
      const subjects = [
        ...(await joinOurs(sidecar, ROUNDS.connections)),
        ...(await joinPeers(files, ROUNDS.connections, stack)),
      ];
      const generator = (await findWrkForCalls(folder.path)) ?? ownCallGenerator(folder.path);
      const results: ToolResult[] = [];
      for (const [tool, questions] of [
        ['search_reviews', searches],
        [BUSINESS_QUESTION.tool, [business]],
      ] as const) {
        progress(tool);
        const callers = subjects.map((subject) => callerOf(subject, questions));
        const measured = await measureCalls(callers, { ...ROUNDS, generator });
        results.push({ tool, measured });
      }
      reports.push(reportCalls(size, results, [...NOTES, generator.note, ...notes]));
    }
    return reports;
  },
};

/** What is asked, with the answers, and the files that peers answer from. */
async function prepare(
  { origin }: Server,
  folder: string,
): Promise<{
  readonly searches: readonly Answered[];
  readonly business: Answered;
  readonly files: PeerFiles;
}> {
  const searches = await answerSearches(listSearches(), (question) => search(origin, question));
  const content = await askTool(`${origin}/mcp`, BUSINESS_QUESTION);
  const files = { reviews: join(folder, 'reviews.json'), business: join(folder, 'business.json') };
  const { body } = await ask({ url: `${origin}/reviews.json`, headers: {} });
  writeFileSync(files.reviews, body);
  writeFileSync(files.business, JSON.stringify(content));
  return { searches, business: { ...BUSINESS_QUESTION, content }, files };
}

/** What REST answers to a search, which is what every server has to answer over MCP. */
async function search(origin: string, { input }: Question): Promise<unknown> {
  const parameters = Object.entries(input).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(Object.fromEntries(parameters));
  const url = `${origin}/api/reviews/search?${query}`;
  const { status, body } = await ask({ url, headers: {} });
  if (status !== 200) throw new Error(`${url} is answered with ${status}.`);
  return JSON.parse(body.toString());
}

const NOTES = [
  'Aims are for the same tool with the same answers: 2.5 × less CPU than the SDK’s documented session server, 1.5 × less than the SDK’s own handler for 2026-07-28.',
  'Before and after every round each call was made once, eight at a time: id and structured content were those that GET /api/reviews/search answers, and the text was the same. Any error or wrong answer ends the benchmark.',
  'SDK, sessions: express with McpServer and StreamableHTTPServerTransport, JSON answers; SDK, 2026-07-28: McpServer in createMcpHandler. Both keep the reviews as objects and find them with our index, and their output schemas do not look into a review. The bare handler parses and answers the same JSON and checks nothing of the protocol.',
  `Medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s on ${ROUNDS.connections} connections, the servers taking turns; a ratio is the median of the rounds' ratios. 20 different searches of 20 reviews in turn, 8 sessions in turn, an id a call. CPU is that of the serving process, kernel time included.`,
  'Where a server was busy for much less than 100 %, other processes had the processors, and the throughput tells less than the CPU time does.',
];
