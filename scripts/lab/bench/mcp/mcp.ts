/**
 * Tool calls in both eras of the protocol over loopback, against the SDKs' own servers. questions.ts
 * has what is asked, calls.ts puts it in the words of each protocol and checks the answers, and
 * peers/ has the programs of the peers, which answer from the same data.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, byRelease } from '../bench.ts';
import { ask as askUrl, fetchBody } from '../load/ask.ts';
import { findGenerator, type LoadGenerator } from '../load/load.ts';
import { startChild } from '../process/process.ts';
import type { BenchReport } from '../report.ts';
import { type Contender, describeRounds, type Outcome, runRounds, samplesOf } from '../rounds.ts';
import { type Server, serveSidecar, startServer } from '../server/server.ts';
import { compareRounds, listRatios, SAMPLE_COLUMNS, summarise } from '../statistics.ts';
import {
  askTool,
  BARE_DIALECT,
  checkAnswers,
  type Dialect,
  listCalls,
  openSessions,
  STATELESS_DIALECT,
  sessionDialect,
} from './calls.ts';
import type { PeerSettings } from './peers/review-desk.ts';
import {
  type Answered,
  answerSearches,
  BUSINESS_QUESTION,
  listSearches,
  type Question,
} from './questions.ts';

const OUR_SESSIONS = 'Testimony, sessions';
const OUR_STATELESS = 'Testimony, 2026-07-28';
const SDK_SESSIONS = 'SDK, sessions';
const SDK_EVENTS = 'SDK, sessions, event streams';
const SDK_STATELESS = 'SDK, 2026-07-28';
const BARE = 'bare node:http';

const ROUNDS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 8 };

export const bench: Bench = {
  sizes: [1000],
  run: byRelease(async ({ size, folder, release, notes, progress }) => {
    await using sidecar = await serveSidecar(release);
    await using stack = new AsyncDisposableStack();
    const { origin } = sidecar;
    const ask = (question: Question) => askTool(`${origin}/mcp`, question);
    const detailed = await answerSearches(listSearches('detailed'), (one) => search(origin, one));
    const concise = await answerSearches(listSearches('concise'), ask);
    const content = await ask(BUSINESS_QUESTION);
    const [reviews, business] = [join(folder, 'reviews.json'), join(folder, 'business.json')];
    writeFileSync(reviews, await fetchBody(`${origin}/reviews.json`));
    writeFileSync(business, JSON.stringify(content));
    const subjects = [
      { label: OUR_SESSIONS, server: sidecar, dialects: await openDialects(sidecar) },
      { label: OUR_STATELESS, server: sidecar, dialects: [STATELESS_DIALECT] },
      ...(await joinPeers({ reviews, business }, stack)),
    ];
    const generator = await findGenerator(folder);
    const results: ToolResult[] = [];
    for (const [tool, questions] of [
      ['search_reviews, detailed', detailed],
      ['search_reviews, concise', concise],
      [BUSINESS_QUESTION.tool, [{ ...BUSINESS_QUESTION, content }]],
    ] as const) {
      progress(tool);
      results.push(await measureTool(tool, questions, subjects, generator));
    }
    return [reportCalls(size, results, [...NOTES, generator.noteOnPosts, ...notes])];
  }),
};

/** What REST answers to a search, which is what every server has to answer in detail. */
async function search(origin: string, { input }: Question): Promise<unknown> {
  const { response_format, ...query } = input;
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const url = `${origin}/api/reviews/search?${new URLSearchParams(Object.fromEntries(parameters))}`;
  const { status, body } = await askUrl({ url, headers: {} });
  if (status !== 200) throw new Error(`${url} is answered with ${status}.`);
  return JSON.parse(body.toString());
}

type Subject = {
  readonly label: string;
  readonly server: Server;
  readonly dialects: readonly Dialect[];
};

async function joinPeers(
  settings: Omit<PeerSettings, 'isJson' | 'port'>,
  stack: AsyncDisposableStack,
): Promise<Subject[]> {
  const serve = async (program: string, isJson = true) => {
    const path = join(import.meta.dirname, 'peers', program);
    const server = await startServer((port) =>
      startChild(process.execPath, [path, JSON.stringify({ ...settings, isJson, port })]),
    );
    return stack.use(server);
  };
  const json = await serve('run-session-server.ts');
  const events = await serve('run-session-server.ts', false);
  const stateless = await serve('run-stateless-handler.ts');
  const bare = await serve('run-bare.ts');
  return [
    { label: SDK_SESSIONS, server: json, dialects: await openDialects(json) },
    { label: SDK_EVENTS, server: events, dialects: await openDialects(events) },
    { label: SDK_STATELESS, server: stateless, dialects: [STATELESS_DIALECT] },
    { label: BARE, server: bare, dialects: [BARE_DIALECT] },
  ];
}

async function openDialects({ origin }: Server): Promise<Dialect[]> {
  return (await openSessions(`${origin}/mcp`, ROUNDS.connections)).map(sessionDialect);
}

type ToolResult = {
  readonly tool: string;
  readonly outcomes: readonly Outcome[];
  readonly bodyBytes: ReadonlyMap<string, number>;
};

/** Throws an Error where a server gives a wrong answer before or after a round, or fails in it. */
async function measureTool(
  tool: string,
  questions: readonly Answered[],
  subjects: readonly Subject[],
  generator: LoadGenerator,
): Promise<ToolResult> {
  const bodyBytes = new Map<string, number>();
  const contenders = subjects.map(({ label, server, dialects }): Contender => {
    const url = `${server.origin}/mcp`;
    const calls = listCalls(questions, dialects);
    const { connections } = ROUNDS;
    return {
      label,
      pid: server.pid,
      load: (seconds) => generator.runPosts({ url, posts: calls, connections, seconds }),
      check: async () => {
        const size = await checkAnswers(url, calls, connections);
        bodyBytes.set(label, size.bodyBytes);
        return size.wireBytes;
      },
    };
  });
  const outcomes = await runRounds(contenders, ROUNDS, { mustSucceed: true, noun: 'call' });
  return { tool, outcomes, bodyBytes };
}

/** What the design aims at: this many calls for the processor time of one of the SDK's. */
const PAIRS = [
  { ours: OUR_SESSIONS, theirs: SDK_SESSIONS, times: 2.5 },
  { ours: OUR_STATELESS, theirs: SDK_STATELESS, times: 1.5 },
];

function reportCalls(
  size: number,
  results: readonly ToolResult[],
  notes: readonly string[],
): BenchReport {
  return {
    title: `Tool calls over MCP, on a release of ${size.toLocaleString('en')} reviews`,
    columns: ['call', 'server', ...SAMPLE_COLUMNS, 'bytes a body', 'CPU ÷ bare'],
    rows: results.flatMap(({ tool, outcomes, bodyBytes }) =>
      outcomes.map(({ label }, index) => {
        const samples = samplesOf(outcomes, label);
        return [
          index === 0 ? tool : '',
          label,
          ...summarise(samples),
          Math.round(bodyBytes.get(label) ?? 0),
          compareRounds('cpuMicroseconds', samples, samplesOf(outcomes, BARE)),
        ];
      }),
    ),
    ratios: results.flatMap(({ tool, outcomes }) =>
      PAIRS.flatMap(({ ours, theirs, times }) => {
        const what = `${tool}, ${ours} / ${theirs}`;
        return listRatios(what, samplesOf(outcomes, ours), samplesOf(outcomes, theirs), times);
      }),
    ),
    notes,
  };
}

const NOTES = [
  'Aims are for the same tool with the same answers: 2.5 × less CPU than the SDK’s documented session server, 1.5 × less than the SDK’s own handler for 2026-07-28.',
  'Before and after every round each call was made once, eight at a time: id and structured content were those that GET /api/reviews/search answers, or for concise answers those that ours gave at first, and the text was the same. Any error or wrong answer ends the benchmark.',
  'SDK, sessions: express with McpServer and StreamableHTTPServerTransport, JSON answers; SDK, 2026-07-28: McpServer in createMcpHandler. Both keep the reviews as objects, find them with our index and make excerpts by our function, and their output schemas do not look into a review. The bare handler parses and answers the same JSON and checks nothing of the protocol.',
  `${describeRounds(ROUNDS)} 20 different searches of 15 reviews in turn, 8 sessions in turn, an id a call. CPU is that of the serving process, kernel time included.`,
  'Where a server was busy for much less than 100 %, other processes had the processors, and the throughput tells less than the CPU time does.',
];
