import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { cpuSeconds, type Server } from './programs.ts';
import type { Table } from './table.ts';

export type LoadRequest = {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A request with a body is a POST. */
  readonly body?: string;
};

export type Contender = {
  readonly subject: string;
  readonly server: Pick<Server, 'origin' | 'pid'>;
  /** Each connection sends them in this order, but begins with another one. */
  readonly requests: readonly LoadRequest[];
  /** The status of every answer; 200 if it is missing. */
  readonly status?: number;
};

type Shape = {
  readonly connections: number;
  /** The length of a round of a contender. */
  readonly seconds: number;
  /** The rounds that count; one more warms up. */
  readonly rounds: number;
};

type Load = {
  readonly requests: number;
  readonly seconds: number;
  /** Processor time of the server's processes, per request. */
  readonly cpuMicroseconds: number;
};

/** Posted by peers/send-load.js. */
const Sent = z.object({
  seconds: z.number(),
  errors: z.number(),
  statuses: z.record(z.string(), z.number()),
});

/**
 * Loads servers by turns, round by round, so that a disturbance affects them alike, and adds the
 * processor time of each. One that fails becomes a row with the reason, and is left out from there
 * on; the others are in the result, by subject.
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
  const answers = countAnswers(sent, status);
  return { requests: answers, seconds: sent.seconds, cpuMicroseconds: (cpu * 1e6) / answers };
}

/** Throws if a request was not answered as expected. */
export function countAnswers(
  { errors, statuses }: Pick<z.infer<typeof Sent>, 'errors' | 'statuses'>,
  expected: number,
): number {
  const { [expected]: answers = 0, ...others } = statuses;
  const wrong = Object.entries(others).map(([status, times]) => `${times} × ${status}`);
  if (wrong.length > 0) throw new Error(`it answered ${wrong.join(', ')} instead of ${expected}`);
  if (errors > 0) throw new Error(`${errors} requests failed`);
  if (answers === 0) throw new Error('it answered nothing');
  return answers;
}

function sumUp(rounds: readonly Load[]): Load {
  const total = (of: (load: Load) => number) => rounds.reduce((sum, load) => sum + of(load), 0);
  const requests = total((load) => load.requests);
  const cpuMicroseconds = total((load) => load.cpuMicroseconds * load.requests) / requests;
  return { requests, seconds: total(({ seconds }) => seconds), cpuMicroseconds };
}
