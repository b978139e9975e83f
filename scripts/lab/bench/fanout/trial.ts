import { fetchBody } from '../load/ask.ts';
import { readCpuSeconds, readPeakMegabytes, waitForQuiet } from '../process/usage.ts';
import type { BenchRelease } from '../release.ts';
import { NewestReview, seedStore, startHubSidecar } from './hub.ts';
import { type Certificate, peerHeaders, startPeer, startSubscribers } from './processes.ts';
import { type FanOut, reckonFanOut } from './report.ts';
import { checkArrivals, machineTime } from './tally.ts';

export type Trial = {
  readonly release: BenchRelease;
  readonly folder: string;
  readonly certificate: Certificate;
  readonly path: string;
  readonly subscriptions: number;
  readonly rounds: number;
  readonly isSigned: boolean;
  readonly hasPeer: boolean;
};

type Sender = { readonly pid: number; readonly start: () => Promise<unknown> };

export type TrialResult = {
  readonly bodyBytes: number;
  readonly ours: readonly FanOut[];
  readonly peer: readonly FanOut[];
  readonly peakMegabytes: number | null;
  readonly peerPeakMegabytes: number | null;
};

/** The service gets so long to do what follows a release; then a round begins in any case. */
const QUIET_MILLISECONDS = 10_000;
const LONGEST_MILLISECONDS = 600_000;
const SECRET = 'a secret of a subscriber, as long as most of them are';

/**
 * Starts a service whose store is full of subscriptions that have had nothing yet: what it sends at
 * its start warms it up, as a first round does the peer. Then each round is one edit of a review.
 */
export async function measureTrial(trial: Trial): Promise<TrialResult> {
  const { release, folder, certificate, path, subscriptions: count, rounds, isSigned } = trial;
  await using subscribers = await startSubscribers(certificate);
  const { origin } = subscribers;
  const topic = release.baseUrl + path;
  const secret = isSigned ? SECRET : undefined;
  await seedStore(release.stateDir, { topic, count, origin, secret }, Date.now());

  let taken = 0;
  /** Ends all connections, so that every round makes its own. Then a sender may start. */
  const prepare = async () => {
    const { total } = await subscribers.expect(count);
    if (total !== taken) throw new Error(`${total - taken} deliveries came when all had theirs`);
    taken = 0;
  };
  const wait = async () => {
    const arrivals = await subscribers.wait(LONGEST_MILLISECONDS);
    taken = arrivals.total;
    return arrivals;
  };
  await prepare();
  // Put back when the service has ended, which would publish that too.
  using review = new NewestReview(release);
  await using sidecar = await startHubSidecar(release, certificate.certificate);
  await using peer = await startPeer(folder, certificate.certificate);
  const body = () => fetchBody(sidecar.origin + path);
  const first = await wait();
  checkArrivals(first, count, await body());

  const our: Sender = { pid: sidecar.pid, start: async () => review.edit() };
  const order = { origin, count, headers: peerHeaders(first.headers) };
  const their: Sender = { pid: peer.pid, start: async () => peer.send(await body(), order) };
  const readCpu = (pid: number) => ({
    sender: readCpuSeconds(pid),
    subscribers: readCpuSeconds(subscribers.pid),
  });
  const measure = async ({ pid, start }: Sender): Promise<FanOut> => {
    await prepare();
    await waitForQuiet(our.pid, QUIET_MILLISECONDS);
    const before = readCpu(pid);
    const startedAt = machineTime();
    const [arrivals] = await Promise.all([wait(), start()]);
    const after = readCpu(pid);
    checkArrivals(arrivals, count, await body());
    return reckonFanOut(arrivals, startedAt, before, after);
  };
  const [ours, theirs]: [FanOut[], FanOut[]] = [[], []];
  if (trial.hasPeer) await measure(their);
  for (let number = 0; number < rounds; number++) {
    ours.push(await measure(our));
    if (trial.hasPeer) theirs.push(await measure(their));
  }
  return {
    bodyBytes: (await body()).length,
    ours,
    peer: theirs,
    peakMegabytes: readPeakMegabytes(our.pid),
    peerPeakMegabytes: readPeakMegabytes(their.pid),
  };
}
