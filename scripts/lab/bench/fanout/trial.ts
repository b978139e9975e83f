import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchBody } from '../load/ask.ts';
import { readCpuSeconds, readPeakMegabytes, waitForQuiet } from '../process/usage.ts';
import type { BenchRelease } from '../release.ts';
import { NewestReview, type SidecarSettings, seedStore, startHubSidecar } from './hub.ts';
import {
  type Certificate,
  peerHeaders,
  type Subscribers,
  startPeer,
  startSubscribers,
} from './processes.ts';
import { type CpuSeconds, type FanOut, reckonFanOut } from './report.ts';
import { type Arrivals, checkArrivals, machineTime } from './tally.ts';

/** Fan-outs of one service, and in turn with them those of the peer. */
export type Trial = Omit<SidecarSettings, 'certificate'> & {
  readonly release: BenchRelease;
  readonly folder: string;
  readonly certificate: Certificate;
  /** The path of the topic. */
  readonly path: string;
  readonly subscriptions: number;
  readonly rounds: number;
  readonly isSigned: boolean;
  readonly hasPeer: boolean;
};

export type TrialResult = {
  readonly bodyBytes: number;
  readonly ours: readonly FanOut[];
  readonly peer: readonly FanOut[];
  /** The most memory that each process ever held. */
  readonly peakMegabytes: number | null;
  readonly peerPeakMegabytes: number | null;
};

/** The service gets so long to do what follows a release; then a round begins in any case. */
const QUIET_MILLISECONDS = 10_000;
const SECRET = 'a secret of a subscriber, as long as most of them are';

/**
 * Starts a service whose store is full of subscriptions that have had nothing yet: what it sends at
 * its start warms it up, as a first round does the peer. Then each round is one edit of a review.
 */
export async function measureTrial(trial: Trial): Promise<TrialResult> {
  const { release, folder, certificate, path, subscriptions: count, rounds } = trial;
  await using subscribers = await startSubscribers(certificate);
  await seed(trial, subscribers);
  const round = new Rounds(subscribers, count);
  await round.prepare();
  // Put back when the service has ended, which would publish that too.
  using review = openNewestReview(release);
  await using sidecar = await startHubSidecar(release, {
    ...trial,
    certificate: certificate.certificate,
  });
  await using peer = await startPeer(folder, certificate.certificate);
  const body = () => fetchBody(sidecar.origin + path);
  const first = await round.wait();
  checkArrivals(first, count, await body());
  const headers = peerHeaders(first.headers);
  const our: Sender = { pid: sidecar.pid, start: async () => review.edit(), body };
  const their = peer.sender({ origin: subscribers.origin, count, headers, body });
  const [ours, theirs]: [FanOut[], FanOut[]] = [[], []];
  const take = async (sender: Sender) => {
    await round.prepare();
    await waitForQuiet(our.pid, QUIET_MILLISECONDS);
    return round.measure(sender);
  };
  if (trial.hasPeer) await take(their);
  for (let number = 0; number < rounds; number++) {
    ours.push(await take(our));
    if (trial.hasPeer) theirs.push(await take(their));
  }
  return {
    bodyBytes: (await body()).length,
    ours,
    peer: theirs,
    peakMegabytes: readPeakMegabytes(our.pid),
    peerPeakMegabytes: readPeakMegabytes(their.pid),
  };
}

function openNewestReview({ contentDir, outDir }: BenchRelease): NewestReview {
  const feed = readFileSync(join(outDir, 'client/api/feed.json'), 'utf8');
  return new NewestReview(join(contentDir, 'reviews'), feed);
}

async function seed(trial: Trial, { origin }: Subscribers): Promise<void> {
  const { release, path, subscriptions: count, isSigned } = trial;
  const secret = isSigned ? SECRET : undefined;
  const topic = release.baseUrl + path;
  await seedStore(release.stateDir, { topic, count, origin, secret }, Date.now());
}

/** Who sends to all subscribers when told so. */
export type Sender = {
  readonly pid: number;
  readonly start: () => Promise<unknown>;
  /** What it has sent. */
  readonly body: () => Promise<Buffer>;
};

/** One fan-out may take so long. */
const LONGEST_MILLISECONDS = 600_000;

/** Fan-outs one after the other, each to the same subscribers and checked. */
export class Rounds {
  readonly #subscribers: Subscribers;
  readonly #count: number;
  /** Deliveries of the last round, when it was complete. */
  #taken = 0;

  constructor(subscribers: Subscribers, count: number) {
    this.#subscribers = subscribers;
    this.#count = count;
  }

  /** Ends all connections, so that every round makes its own. Then a sender may start. */
  async prepare(): Promise<void> {
    const { total } = await this.#subscribers.expect(this.#count);
    if (total !== this.#taken) {
      throw new Error(`${total - this.#taken} deliveries came when all had theirs`);
    }
    this.#taken = 0;
  }

  /** Waits for the deliveries of whoever sends. */
  async wait(): Promise<Arrivals> {
    const arrivals = await this.#subscribers.wait(LONGEST_MILLISECONDS);
    this.#taken = arrivals.total;
    return arrivals;
  }

  async measure({ pid, start, body }: Sender): Promise<FanOut> {
    const before = this.#readCpu(pid);
    const startedAt = machineTime();
    const [arrivals] = await Promise.all([this.wait(), start()]);
    const after = this.#readCpu(pid);
    checkArrivals(arrivals, this.#count, await body());
    return reckonFanOut(arrivals, startedAt, before, after);
  }

  #readCpu(pid: number): CpuSeconds {
    return { sender: readCpuSeconds(pid), subscribers: this.#subscribers.cpuSeconds() };
  }
}
