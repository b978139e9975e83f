import { join } from 'node:path';
import { peerModules } from '../../peers/peers.ts';
import { cpuSeconds, type Server } from './programs.ts';

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

/**
 * Loads servers by turns, round by round, so that a disturbance affects them alike. Returns, by
 * subject and round, the processor time of the server's processes per request, in microseconds,
 * and the requests a second.
 */
export async function loadInTurns(contenders: readonly Contender[], shape: Shape) {
  const cpu: Record<string, number[]> = {};
  const rates: Record<string, number[]> = {};
  for (let round = 0; round <= shape.rounds; round++) {
    for (const contender of contenders) {
      const load = await loadOnce(contender, shape);
      const { subject } = contender;
      if (round === 0) continue;
      cpu[subject] = [...(cpu[subject] ?? []), load.cpu];
      rates[subject] = [...(rates[subject] ?? []), load.rate];
    }
  }
  return { cpu, rates };
}

async function loadOnce(
  { server, requests, status = 200 }: Contender,
  { connections, seconds }: Shape,
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
  const wrong = Object.keys(others).join(', ');
  if (wrong === '' && errors === 0 && answers.count > 0) return answers.count;
  throw new Error(
    `Of the requests ${answers.count} were answered ${expected}, ${errors} failed, and others were answered ${wrong || 'nothing'}.`,
  );
}
