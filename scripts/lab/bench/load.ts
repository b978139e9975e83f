import { join } from 'node:path';
import { peerModules } from '../../peers/peers.ts';
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

/** The parts of autocannon that are used. It is installed only for benches. */
type Client = { readonly setRequests: (requests: readonly object[]) => void };
type Sent = {
  readonly errors: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
};

const AUTOCANNON = join(peerModules('bench'), 'autocannon/autocannon.js');

/** By subject, a sample of each round. */
type Samples = Record<string, number[] | undefined>;

/**
 * Loads servers by turns, round by round, so that a disturbance affects them alike. One that fails
 * becomes a row with the reason, and has no samples. Returns the processor time of the server's
 * processes per request, in microseconds, and the requests a second.
 */
export async function loadInTurns(
  table: Table,
  work: string,
  contenders: readonly Contender[],
  { rounds, ...shape }: Shape,
): Promise<{ readonly cpu: Samples; readonly rates: Samples }> {
  const samples = () => Object.fromEntries(contenders.map(({ subject }) => [subject, []]));
  const [cpu, rates]: [Samples, Samples] = [samples(), samples()];
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const { subject } = contender;
      if (!cpu[subject]) continue;
      const load = await table.attempt(work, subject, () => loadOnce(contender, shape));
      if (!load) cpu[subject] = rates[subject] = undefined;
      else if (round > 0) {
        cpu[subject].push(load.cpu);
        rates[subject]?.push(load.rate);
      }
    }
  }
  return { cpu, rates };
}

async function loadOnce(
  { server, requests, status = 200 }: Contender,
  { connections, seconds }: Omit<Shape, 'rounds'>,
) {
  const { default: autocannon } = await import(AUTOCANNON);
  const all = requests.map((one) => ({ ...one, method: one.body ? 'POST' : 'GET' }));
  const before = cpuSeconds(server.pid);
  let started = 0;
  const sent: Sent & { readonly duration: number } = await autocannon({
    ...{ url: server.origin, connections, duration: seconds, timeout: 30 },
    // Each connection begins elsewhere, so that no two of them ask the same at once.
    setupClient: (client: Client) => {
      const first = Math.floor((started++ * all.length) / connections);
      client.setRequests([...all.slice(first), ...all.slice(0, first)]);
    },
  });
  const cpu = cpuSeconds(server.pid) - before;
  const answers = countAnswers(sent, status);
  return { cpu: (cpu * 1e6) / answers, rate: answers / sent.duration };
}

/** Throws if a request was not answered as expected. */
export function countAnswers({ errors, statusCodeStats }: Sent, expected: number): number {
  const { [expected]: answers = { count: 0 }, ...others } = statusCodeStats;
  const wrong = Object.entries(others).map(([status, { count }]) => `${count} × ${status}`);
  if (wrong.length > 0) throw new Error(`it answered ${wrong.join(', ')} instead of ${expected}`);
  if (errors > 0) throw new Error(`${errors} requests failed`);
  if (answers.count === 0) throw new Error('it answered nothing');
  return answers.count;
}
