import { join } from 'node:path';
import { PUBLIC_FOLDER } from '#release/manifest-file.ts';
import { buildBenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import { listCases, type RequestCase } from './conditional/cases.ts';
import { joinPeers, PEERS } from './conditional/peers.ts';
import type { LoadGenerator } from './load/load.ts';
import { ownGenerator } from './load/load-own.ts';
import { findWrk } from './load/load-wrk.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { failureNotes, type Outcome, runRounds, samplesOf } from './rounds.ts';
import { describeRun } from './run-notes.ts';
import { listRatios, SAMPLE_COLUMNS, summarise } from './samples.ts';
import { serveSidecar } from './server/serve-sidecar.ts';
import type { Server } from './server/server.ts';

const SIZES = [1000];
const ROUNDS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 32 };
const OURS = 'Testimony';
/** The peer that the design names: nginx as it comes, with one worker. */
const AIMED_AT = 'nginx';

/** What one kind of request came to on all servers. */
type CaseResult = {
  readonly kind: RequestCase;
  readonly outcomes: readonly Outcome[];
  readonly notes: readonly string[];
};

/** Revalidation and small files over loopback, against nginx and express.static. */
export const bench: Bench = {
  name: 'conditional',
  about: 'a conditional GET that matches, against nginx',
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const notes = describeRun();
      await using folder = createTemporaryFolder();
      progress(`building a release of ${size} reviews`);
      const release = await buildBenchRelease(folder.path, size);
      const generator = (await findWrk(folder.path)) ?? ownGenerator;
      await using sidecar = await serveSidecar(release);
      const root = join(release.outDir, PUBLIC_FOLDER);
      const results: CaseResult[] = [];
      for (const kind of await listCases(sidecar.origin)) {
        progress(kind.label);
        results.push(await measure(kind, sidecar, { folder: folder.path, root, generator }));
      }
      reports.push(createReport(size, results, [generator.note, ...notes]));
    }
    return reports;
  },
};

async function measure(
  kind: RequestCase,
  { origin, pid }: Server,
  {
    folder,
    root,
    generator,
  }: { readonly folder: string; readonly root: string; readonly generator: LoadGenerator },
): Promise<CaseResult> {
  const request = { url: origin + kind.path, headers: kind.headers };
  const ours = { label: OURS, pid, request, answer: kind.answer };
  await using peers = await joinPeers(kind, folder, root);
  const contenders = [ours, ...peers.contenders];
  const settings = { ...ROUNDS, headsDiffer: kind.headsDiffer };
  const outcomes = await runRounds(contenders, generator, settings);
  return { kind, outcomes: [...outcomes, ...peers.failures], notes: peers.notes };
}

function createReport(
  size: number,
  results: readonly CaseResult[],
  notes: readonly string[],
): BenchReport {
  const labels = [OURS, ...PEERS.map(({ label }) => label)];
  return {
    title: `Requests to a release of ${size.toLocaleString('en')} reviews`,
    columns: ['request', 'server', ...SAMPLE_COLUMNS],
    rows: results.flatMap(({ kind, outcomes }) =>
      labels.map((label, index) => [
        index === 0 ? kind.label : '',
        label,
        ...summarise(samplesOf(outcomes, label)),
      ]),
    ),
    ratios: results.flatMap(({ kind, outcomes }) =>
      PEERS.flatMap(({ label }) =>
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
      'The design aims at nginx with one worker as it comes; the tuned nginx and express.static are there for information.',
      `Medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s on ${ROUNDS.connections} connections, the servers taking turns; a ratio is the median of the rounds' ratios. CPU is that of the serving process (nginx: of its worker), kernel time included.`,
      'nginx and express.static send the headers that we send. nginx tags a file by its time and size, we by its bytes.',
      'Where a server was busy for much less than 100 %, other processes had the processors, and the throughput tells less than the CPU time does.',
      ...notes,
    ],
  };
}
