import { type Answer, ask, type BenchRequest } from './load/ask.ts';
import type { Load, LoadGenerator } from './load/load.ts';
import { readCpuSeconds, spent } from './process/usage.ts';
import type { Sample } from './statistics.ts';

export type Contender = {
  readonly label: string;
  readonly pid: number;
  readonly load: (seconds: number) => Promise<Load>;
  /** Resolves to the size of an answer on the wire. Throws an Error where an answer is wrong. */
  readonly check: () => Promise<number>;
};

export type Outcome =
  | { readonly label: string; readonly samples: readonly Sample[] }
  | { readonly label: string; readonly failure: string };

export type Rounds = {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
};

/** Answers that follow each other may differ a little in size, and a round may end anywhere. */
const BYTES_TOLERANCE = 0.02;

export function repeat(
  { label, pid, request, answer }: RequestContender,
  generator: LoadGenerator,
  connections: number,
  headsDiffer = false,
): Contender {
  const expectedStatus = answer.status;
  return {
    label,
    pid,
    load: (seconds) =>
      generator.run({ request, expectedStatus, connections, seconds, headsDiffer }),
    check: async () => {
      // What is measured last is still the answer that was measured first.
      const { status } = await ask(request);
      if (status !== expectedStatus) throw new Error(`it came to answer ${status}`);
      return answer.wireBytes;
    },
  };
}

type RequestContender = Pick<Contender, 'label' | 'pid'> & {
  readonly request: BenchRequest;
  readonly answer: Answer;
};

/**
 * Loads the contenders in turn, round by round, so that a disturbance meets them alike. One that
 * fails is left out from there on; with `mustSucceed` it ends the run.
 */
export async function runRounds(
  contenders: readonly Contender[],
  rounds: Rounds,
  { mustSucceed = false, noun = 'request' } = {},
): Promise<Outcome[]> {
  const samples = new Map(contenders.map(({ label }): [string, Sample[]] => [label, []]));
  const failures = new Map<string, string>();
  for (let round = 0; round <= rounds.rounds; round++) {
    const seconds = round === 0 ? rounds.warmUpSeconds : rounds.seconds;
    for (const contender of contenders) {
      const { label } = contender;
      if (failures.has(label)) continue;
      try {
        const sample = await takeSample(contender, seconds, rounds.connections, noun);
        if (round > 0) samples.get(label)?.push(sample);
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        if (mustSucceed) throw new Error(`${label}: ${failure}`, { cause: error });
        failures.set(label, failure);
      }
    }
  }
  return contenders.map(({ label }) => {
    const failure = failures.get(label);
    return failure === undefined
      ? { label, samples: samples.get(label) ?? [] }
      : { label, failure };
  });
}

async function takeSample(
  { pid, load, check }: Contender,
  seconds: number,
  connections: number,
  noun: string,
): Promise<Sample> {
  const wireBytes = await check();
  const before = readCpuSeconds(pid);
  const seen = await load(seconds);
  const cpuSeconds = spent(before, readCpuSeconds(pid));
  if (seen.failures > 0) throw new Error(`${seen.failures} ${noun}s failed`);
  if (seen.requests === 0) throw new Error(`no ${noun} was answered`);
  const wrongSize = findWrongSize(seen, wireBytes, connections);
  if (wrongSize !== undefined) throw new Error(wrongSize);
  await check();
  return sampleOf(seen, cpuSeconds);
}

export function sampleOf(load: Load, cpuSeconds: number | null): Sample {
  return {
    requestsPerSecond: load.requests / load.seconds,
    cpuMicroseconds: cpuSeconds === null ? null : (cpuSeconds * 1e6) / load.requests,
    busyPercent: cpuSeconds === null ? null : (cpuSeconds / load.seconds) * 100,
    p50Milliseconds: load.p50Milliseconds,
    p99Milliseconds: load.p99Milliseconds,
  };
}

/** For wrk a 200 and a 304 are the same, but their sizes differ. Those cut off count too. */
export function findWrongSize(
  { bytes, requests }: Load,
  wireBytes: number,
  connections: number,
): string | undefined {
  const least = wireBytes * requests * (1 - BYTES_TOLERANCE);
  const most = wireBytes * (requests + connections) * (1 + BYTES_TOLERANCE);
  if (bytes >= least && bytes <= most) return undefined;
  return `${requests} answers of ${Math.round(wireBytes)} bytes came to ${bytes} bytes`;
}

export function samplesOf(
  outcomes: readonly Outcome[],
  label: string,
): readonly Sample[] | undefined {
  const outcome = outcomes.find((one) => one.label === label);
  return outcome && 'samples' in outcome ? outcome.samples : undefined;
}

export function failureNotes(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    'failure' in outcome ? [`${outcome.label} could not be measured: ${outcome.failure}.`] : [],
  );
}

export function describeRounds(
  { rounds, seconds, connections }: Rounds,
  contenders = 'servers',
): string {
  return `Medians of ${rounds} rounds of ${seconds} s on ${connections} connections, the ${contenders} taking turns; a ratio is the median of the rounds' ratios.`;
}
