import { type Answer, ask, findDifference, headerOf, headersMissingIn } from '../load/ask.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { BenchReport } from '../report.ts';
import {
  type Contender,
  failureNotes,
  type Outcome,
  type Rounds,
  repeat,
  runRounds,
  samplesOf,
} from '../rounds.ts';
import type { Server } from '../server/server.ts';
import { type StaticSite, serveExpress, serveNginx, siteLike } from '../server/static.ts';
import { listRatios, SAMPLE_COLUMNS, summarise } from '../statistics.ts';

export type Outline = {
  readonly label: string;
  readonly path: string;
  /** Where peers hold the same bytes, if not there. */
  readonly peerPath?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isConditional?: boolean;
  readonly headsDiffer?: boolean;
  readonly hasAim?: boolean;
};

type RequestCase = Outline & {
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Answer;
};

export type CaseResult = {
  readonly kind: Outline;
  readonly outcomes: readonly Outcome[];
  readonly notes: readonly string[];
};

export type Peer = {
  readonly label: string;
  readonly serve: (folder: string, site: StaticSite) => Promise<Server>;
};

const OURS = 'Testimony';
/** The peer that the design names: nginx as it comes, with one worker. */
const AIMED_AT = 'nginx';

export const NGINX: Peer = {
  label: AIMED_AT,
  serve: (folder, site) => serveNginx(folder, site, 'default'),
};
export const EXPRESS: Peer = {
  label: 'express.static',
  serve: (_folder, site) => serveExpress(site),
};
export const PEERS: readonly Peer[] = [
  NGINX,
  { label: 'nginx, tuned', serve: (folder, site) => serveNginx(folder, site, 'tuned') },
  EXPRESS,
];

/** Asks a sidecar. Throws an Error where it answers neither 200 nor, if that is asked for, 304. */
export async function completeCase(origin: string, outline: Outline): Promise<RequestCase> {
  const { path, headers = {}, isConditional = false, label } = outline;
  const url = origin + path;
  const sent = isConditional ? await revalidating(url, headers) : headers;
  const answer = await ask({ url, headers: sent });
  const expected = isConditional ? 304 : 200;
  if (answer.status !== expected) throw new Error(`${label}: the sidecar says ${answer.status}.`);
  return { ...outline, headers: sent, answer };
}

/** The headers of a conditional request to a server, with that server's own tag. */
export async function revalidating(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  const etag = headerOf(await ask({ url, headers }), 'etag');
  if (etag === undefined) throw new Error('it sends no ETag');
  return { ...headers, 'If-None-Match': etag };
}

type CaseOptions = {
  readonly folder: string;
  readonly root: string;
  readonly peers: readonly Peer[];
  readonly generator: LoadGenerator;
  readonly rounds: Rounds;
};

export async function measureCase(
  kind: RequestCase,
  { origin, pid }: Server,
  { folder, root, peers, generator, rounds }: CaseOptions,
): Promise<CaseResult> {
  await using servers = new AsyncDisposableStack();
  const { headers, answer, headsDiffer } = kind;
  const contend = (contender: Parameters<typeof repeat>[0]) =>
    repeat(contender, generator, rounds.connections, headsDiffer);
  const ours = { label: OURS, pid, request: { url: origin + kind.path, headers }, answer };
  const contenders: Contender[] = [contend(ours)];
  const failures: Outcome[] = [];
  const notes: string[] = [];
  const site = siteLike(root, answer);
  for (const { label, serve } of peers) {
    try {
      const server = servers.use(await serve(folder, site));
      const request = await peerRequest(kind, server.origin);
      const theirs = await ask(request);
      const difference = findDifference(answer, theirs);
      if (difference !== undefined) throw new Error(difference);
      const missing = headersMissingIn(theirs, answer);
      if (missing.length > 0) notes.push(`${kind.label}: ${label} sends no ${missing.join(', ')}.`);
      contenders.push(contend({ label, pid: server.pid, request, answer: theirs }));
    } catch (error) {
      failures.push({ label, failure: error instanceof Error ? error.message : String(error) });
    }
  }
  const outcomes = await runRounds(contenders, rounds);
  return { kind, outcomes: [...outcomes, ...failures], notes };
}

async function peerRequest(
  { path, peerPath = path, headers, isConditional }: RequestCase,
  origin: string,
) {
  const url = origin + peerPath;
  // Only we choose among codings here; peers hold the chosen bytes under a path of their own.
  const sent = peerPath === path ? headers : {};
  return { url, headers: isConditional ? await revalidating(url, sent) : sent };
}

export const CPU_NOTE =
  'CPU is that of the serving process (nginx: of its worker), kernel time included.';

export function reportCases(
  results: readonly CaseResult[],
  peers: readonly Peer[],
): Required<Omit<BenchReport, 'title'>> {
  const labels = [OURS, ...peers.map(({ label }) => label)];
  return {
    columns: ['request', 'server', ...SAMPLE_COLUMNS],
    rows: results.flatMap(({ kind, outcomes }) =>
      labels.map((label, index) => [
        index === 0 ? kind.label : '',
        label,
        ...summarise(samplesOf(outcomes, label)),
      ]),
    ),
    ratios: results.flatMap(({ kind, outcomes }) =>
      peers.flatMap(({ label }) =>
        kind.hasAim
          ? listRatios(
              `${kind.label}, ours / ${label}${label === AIMED_AT ? '' : ' (for information)'}`,
              samplesOf(outcomes, OURS),
              samplesOf(outcomes, label),
            )
          : [],
      ),
    ),
    notes: [
      ...results.flatMap((result) => result.notes),
      ...results.flatMap(({ kind, outcomes }) =>
        failureNotes(outcomes).map((note) => `${kind.label}: ${note}`),
      ),
      'nginx and express.static send the headers that we send. nginx tags a file by its time and size, we by its bytes.',
      'Where a server was busy for much less than 100 %, other processes had the processors, and the throughput tells less than the CPU time does.',
    ],
  };
}
