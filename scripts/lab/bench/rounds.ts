import { type Answer, ask, type BenchRequest } from './load/ask.ts';
import type { Load, LoadGenerator } from './load/load.ts';
import { readCpuSeconds } from './process/process-usage.ts';
import type { Sample } from './samples.ts';

/** A server under load, with the request that it gets and the answer that it must give. */
export type Contender = {
  readonly label: string;
  readonly pid: number;
  readonly request: BenchRequest;
  readonly answer: Answer;
};

/** What a contender came to: a sample a round, or why there is none. */
export type Outcome =
  | { readonly label: string; readonly samples: readonly Sample[] }
  | { readonly label: string; readonly failure: string };

export type RoundSettings = {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  readonly headsDiffer?: boolean;
};

/** Heads may differ by a few bytes. */
const BYTES_TOLERANCE = 0.02;

/** Loads the contenders in turn, round by round, so that a disturbance meets them alike. */
export async function runRounds(
  contenders: readonly Contender[],
  generator: LoadGenerator,
  settings: RoundSettings,
): Promise<Outcome[]> {
  const samples = new Map(contenders.map(({ label }): [string, Sample[]] => [label, []]));
  const failures = new Map<string, string>();
  for (let round = 0; round <= settings.rounds; round++) {
    const seconds = round === 0 ? settings.warmUpSeconds : settings.seconds;
    for (const contender of contenders) {
      const { label } = contender;
      if (failures.has(label)) continue;
      try {
        const sample = await takeSample(contender, generator, { ...settings, seconds });
        if (round > 0) samples.get(label)?.push(sample);
      } catch (error) {
        failures.set(label, error instanceof Error ? error.message : String(error));
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
  { request, answer, pid }: Contender,
  generator: LoadGenerator,
  { connections, seconds, headsDiffer = false }: RoundSettings,
): Promise<Sample> {
  const expectedStatus = answer.status;
  const before = readCpuSeconds(pid);
  const load = await generator.run({ request, expectedStatus, connections, seconds, headsDiffer });
  const after = readCpuSeconds(pid);
  if (load.failures > 0) throw new Error(`${load.failures} requests failed`);
  if (load.requests === 0) throw new Error('no request was answered');
  refuseOtherSize(load, answer, connections);
  // What is measured last is still the answer that was measured first.
  const { status } = await ask(request);
  if (status !== expectedStatus) throw new Error(`it came to answer ${status}`);
  const cpuSeconds = before === null || after === null ? null : after - before;
  return {
    requestsPerSecond: load.requests / load.seconds,
    cpuMicroseconds: cpuSeconds === null ? null : (cpuSeconds * 1e6) / load.requests,
    busyPercent: cpuSeconds === null ? null : (cpuSeconds / load.seconds) * 100,
    p50Milliseconds: load.p50Milliseconds,
    p99Milliseconds: load.p99Milliseconds,
  };
}

/** The samples of a contender; undefined where it could not be measured. */
export function samplesOf(
  outcomes: readonly Outcome[],
  label: string,
): readonly Sample[] | undefined {
  const outcome = outcomes.find((one) => one.label === label);
  return outcome && 'samples' in outcome ? outcome.samples : undefined;
}

/** Why contenders could not be measured. */
export function failureNotes(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    'failure' in outcome ? [`${outcome.label} could not be measured: ${outcome.failure}.`] : [],
  );
}

/** wrk does not tell a 200 from a 304, but their sizes do. Those cut off at the end count too. */
function refuseOtherSize(
  { bytes, requests }: Load,
  { wireBytes }: Answer,
  connections: number,
): void {
  const least = wireBytes * requests * (1 - BYTES_TOLERANCE);
  const most = wireBytes * (requests + connections) * (1 + BYTES_TOLERANCE);
  if (bytes >= least && bytes <= most) return;
  throw new Error(`${requests} answers of ${wireBytes} bytes came to ${bytes} bytes`);
}
