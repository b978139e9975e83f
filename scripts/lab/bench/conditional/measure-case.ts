import type { BenchReport } from '../bench-report.ts';
import type { LoadGenerator } from '../load/load.ts';
import { failureNotes, type Outcome, type RoundSettings, runRounds, samplesOf } from '../rounds.ts';
import { listRatios, SAMPLE_COLUMNS, summarise } from '../samples.ts';
import type { Server } from '../server/server.ts';
import type { RequestCase } from './cases.ts';
import { joinPeers, type Peer } from './peers.ts';

/** What one kind of request came to on all servers. */
export type CaseResult = {
  readonly kind: RequestCase;
  readonly outcomes: readonly Outcome[];
  readonly notes: readonly string[];
};

type Settings = {
  /** Where peers may keep their files. */
  readonly folder: string;
  /** The public files that peers serve. */
  readonly root: string;
  readonly peers: readonly Peer[];
  readonly generator: LoadGenerator;
  readonly rounds: RoundSettings;
};

const OURS = 'Testimony';
/** The peer that the design names: nginx as it comes, with one worker. */
const AIMED_AT = 'nginx';

/** Sends one kind of request to the sidecar and to its peers, in turn. */
export async function measureCase(
  kind: RequestCase,
  { origin, pid }: Server,
  { folder, root, peers, generator, rounds }: Settings,
): Promise<CaseResult> {
  const request = { url: origin + kind.path, headers: kind.headers };
  const ours = { label: OURS, pid, request, answer: kind.answer };
  await using joined = await joinPeers(kind, folder, root, peers);
  const contenders = [ours, ...joined.contenders];
  const outcomes = await runRounds(contenders, generator, {
    ...rounds,
    headsDiffer: kind.headsDiffer,
  });
  return { kind, outcomes: [...outcomes, ...joined.failures], notes: joined.notes };
}

/** The table of some kinds of requests, its ratios, and what the peers did otherwise. */
export function reportCases(
  results: readonly CaseResult[],
  peers: readonly Peer[],
): Omit<BenchReport, 'title'> {
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

/** What rounds are, for a note. */
export function describeRounds({ rounds, seconds, connections }: RoundSettings): string {
  return `Medians of ${rounds} rounds of ${seconds} s on ${connections} connections, the servers taking turns; a ratio is the median of the rounds' ratios. CPU is that of the serving process (nginx: of its worker), kernel time included.`;
}
