import type { Load } from '../load/load.ts';
import { readCpuSeconds } from '../process/process-usage.ts';
import type { Sample } from '../samples.ts';
import type { Server } from '../server/server.ts';
import type { Call } from './call.ts';
import { type AnswerSize, checkAnswers } from './check-answers.ts';
import type { CallGenerator } from './load-calls.ts';

/** A server under load, with the calls that it gets. */
export type Caller = {
  readonly label: string;
  readonly server: Server;
  readonly url: string;
  readonly calls: readonly Call[];
};

export type Measured = {
  readonly label: string;
  readonly samples: readonly Sample[];
  readonly size: AnswerSize;
};

type Settings = {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  readonly generator: CallGenerator;
};

/** Answers that follow each other differ in size, and a round may end anywhere among them. */
const BYTES_TOLERANCE = 0.02;

/**
 * Loads the servers in turn, round by round, so that a disturbance meets them alike. Throws an
 * Error where any gives a wrong answer before or after a round, or fails in between.
 */
export async function measureCalls(
  callers: readonly Caller[],
  settings: Settings,
): Promise<Measured[]> {
  const samples = new Map(callers.map(({ label }): [string, Sample[]] => [label, []]));
  const sizes = new Map<string, AnswerSize>();
  for (let round = 0; round <= settings.rounds; round++) {
    const seconds = round === 0 ? settings.warmUpSeconds : settings.seconds;
    for (const caller of callers) {
      try {
        const { sample, size } = await takeSample(caller, { ...settings, seconds });
        sizes.set(caller.label, size);
        if (round > 0) samples.get(caller.label)?.push(sample);
      } catch (error) {
        throw new Error(`${caller.label}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      }
    }
  }
  return callers.map(({ label }) => ({
    label,
    samples: samples.get(label) ?? [],
    size: sizes.get(label) ?? { bodyBytes: 0, wireBytes: 0 },
  }));
}

async function takeSample(
  { server, url, calls }: Caller,
  { connections, seconds, generator }: Settings,
): Promise<{ readonly sample: Sample; readonly size: AnswerSize }> {
  const size = await checkAnswers(url, calls, connections);
  const before = readCpuSeconds(server.pid);
  const load = await generator.run({ url, calls, connections, seconds });
  const after = readCpuSeconds(server.pid);
  if (load.failures > 0) throw new Error(`${load.failures} calls failed`);
  if (load.requests === 0) throw new Error('no call was answered');
  const wrongSize = findWrongSize(load, size.wireBytes, connections);
  if (wrongSize !== undefined) throw new Error(wrongSize);
  await checkAnswers(url, calls, connections);
  const cpuSeconds = before === null || after === null ? null : after - before;
  const sample: Sample = {
    requestsPerSecond: load.requests / load.seconds,
    cpuMicroseconds: cpuSeconds === null ? null : (cpuSeconds * 1e6) / load.requests,
    busyPercent: cpuSeconds === null ? null : (cpuSeconds / load.seconds) * 100,
    p50Milliseconds: load.p50Milliseconds,
    p99Milliseconds: load.p99Milliseconds,
  };
  return { sample, size };
}

/**
 * wrk does not read bodies, and an error of a tool is a 200, but its size is another. Those cut off
 * at the end count too.
 */
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
