import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRelease } from '../bench-release.ts';
import { ask } from '../load/ask.ts';
import { waitForQuiet } from '../process/process-tree.ts';
import { readPeakBytes } from '../process/process-usage.ts';
import type { ServingSidecar } from '../server/serve-sidecar.ts';
import type { Certificate } from './certificate.ts';
import { checkArrivals } from './check-arrivals.ts';
import type { FanOut } from './fan-out.ts';
import { type SidecarSettings, startHubSidecar } from './hub-sidecar.ts';
import { NewestReview } from './newest-review.ts';
import { peerHeaders, startPeer } from './peer.ts';
import { Rounds, type Sender } from './rounds.ts';
import { seedStore } from './seed-store.ts';
import { type Subscribers, startSubscribers } from './subscribers.ts';

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
  const body = () => get(sidecar, path);
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
    peakMegabytes: megabytesOf(our.pid),
    peerPeakMegabytes: megabytesOf(their.pid),
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

async function get({ origin }: Pick<ServingSidecar, 'origin'>, path: string): Promise<Buffer> {
  const { status, body } = await ask({ url: origin + path, headers: {} });
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  return body;
}

function megabytesOf(pid: number): number | null {
  const bytes = readPeakBytes(pid);
  return bytes === null ? null : bytes / 2 ** 20;
}
