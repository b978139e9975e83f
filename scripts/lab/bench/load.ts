import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { cpuSeconds, type Server } from './programs.ts';
import type { Table } from './table.ts';

export type LoadRequest = {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With one it is a POST. */
  readonly body?: string;
};

export type Contender = {
  readonly subject: string;
  readonly server: Pick<Server, 'origin' | 'pid'>;
  /** Each connection sends them in this order, beginning elsewhere. */
  readonly requests: readonly LoadRequest[];
  /** Of every answer; 200 if it is missing. */
  readonly status?: number;
};

export type Shape = {
  readonly connections: number;
  /** Of a round of a contender. */
  readonly seconds: number;
  /** Those that count; one more warms up. */
  readonly rounds: number;
};

export type Load = {
  readonly requests: number;
  readonly seconds: number;
  /** Of the server's processes, a request. */
  readonly cpuMicroseconds: number;
  /** Milliseconds of the slowest round. */
  readonly p50: number;
  readonly p99: number;
};

/** Posted by peers/send-load.js. */
const Sent = z.object({
  seconds: z.number(),
  errors: z.number(),
  statuses: z.record(z.string(), z.number()),
  p50: z.number(),
  p99: z.number(),
});
type Sent = z.infer<typeof Sent>;

/**
 * Loads servers by turns, round by round, so that a disturbance meets them alike, and adds the
 * processor time of each. One that fails is a row that says why, and left out from there on; the
 * others are in the result, by subject.
 */
export async function loadInTurns(
  table: Table,
  work: string,
  contenders: readonly Contender[],
  { rounds, ...shape }: Shape,
): Promise<ReadonlyMap<string, Load>> {
  const loads = new Map<string, Load[]>(contenders.map(({ subject }) => [subject, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const { subject } = contender;
      if (!loads.has(subject)) continue;
      const load = await table.attempt({ work, subject }, () => loadOnce(contender, shape));
      if (!load) loads.delete(subject);
      else if (round > 0) loads.get(subject)?.push(load);
    }
  }
  return new Map(
    [...loads].map(([subject, ofRounds]) => {
      const load = sumUp(ofRounds);
      table.row({ work, subject, value: load.cpuMicroseconds, unit: 'µs CPU' });
      return [subject, load];
    }),
  );
}

async function loadOnce(
  { server, requests, status = 200 }: Contender,
  shape: Omit<Shape, 'rounds'>,
): Promise<Load> {
  const before = cpuSeconds(server.pid);
  const program = new URL('./peers/send-load.js', import.meta.url);
  const workerData = { ...shape, origin: server.origin, requests };
  const [message] = await once(new Worker(program, { workerData }), 'message');
  const sent = Sent.parse(message);
  const cpu = cpuSeconds(server.pid) - before;
  const answered = countAnswers(sent, status);
  const { seconds, p50, p99 } = sent;
  return { requests: answered, seconds, cpuMicroseconds: (cpu * 1e6) / answered, p50, p99 };
}

/** Throws where a request was not answered, or otherwise than expected. */
export function countAnswers(
  { errors, statuses }: Pick<Sent, 'errors' | 'statuses'>,
  wanted: number,
) {
  const { [wanted]: answered = 0, ...others } = statuses;
  const wrong = Object.entries(others).map(([status, times]) => `${times} × ${status}`);
  if (wrong.length > 0) throw new Error(`it answered ${wrong.join(', ')} instead of ${wanted}`);
  if (errors > 0) throw new Error(`${errors} requests failed`);
  if (answered === 0) throw new Error('it answered nothing');
  return answered;
}

function sumUp(loads: readonly Load[]): Load {
  const total = (figure: (load: Load) => number) =>
    loads.reduce((sum, load) => sum + figure(load), 0);
  const requests = total((load) => load.requests);
  return {
    requests,
    seconds: total((load) => load.seconds),
    cpuMicroseconds: total((load) => load.cpuMicroseconds * load.requests) / requests,
    p50: Math.max(...loads.map(({ p50 }) => p50)),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
  };
}
