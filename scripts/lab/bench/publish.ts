import { join } from 'node:path';
import { writeBenchContent } from './bench-content.ts';
import { buildBenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { measurePeer, type PeerResult } from './publish/measure-peer.ts';
import { OwnRun } from './publish/own-run.ts';
import { PEER_BUILDERS } from './publish/peers.ts';
import { reportServer } from './publish/report-server.ts';
import { reportTimes } from './publish/report-times.ts';
import { describeRun } from './run-notes.ts';

const SIZES = [1000, 10_000, 100_000];
/** From this size on there are fewer edits. */
const LARGE_SIZE = 100_000;
const EDITS = { small: 20, large: 10 };
/** Edits during which memory is watched, and nothing else. */
const MEMORY_EDITS = 3;
/** Above it, peers take minutes to build a page a review. */
const MOST_PEER_PAGES = 10_000;

/** How long it takes from saving one review until readers get it. */
export const bench: Bench = {
  name: 'publish',
  about: 'from saving a review until it is served, against rebuilds by Hugo and Eleventy',
  peers: ['eleventy'],
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) reports.push(...(await runSize(size, progress)));
    return reports;
  },
};

async function runSize(size: number, progress: (message: string) => void): Promise<BenchReport[]> {
  const notes = describeRun();
  const half = (size < LARGE_SIZE ? EDITS.small : EDITS.large) / 2;
  await using folder = createTemporaryFolder();
  progress(`building a release of ${size} reviews`);
  const release = await buildBenchRelease(folder.path, size);
  await using own = new OwnRun();
  progress('Testimony, first half');
  await own.start(release, folder.path);
  await own.measure(half);
  const peers = await measurePeers(size, folder.path, progress);
  progress('Testimony, second half');
  await own.measure(half);
  progress('Testimony, beside other readers');
  await own.measureUnderLoad(half);
  progress('Testimony, memory');
  await own.measureMemory(MEMORY_EDITS);
  const result = own.result();
  return [reportTimes(size, result, peers, notes), reportServer(size, result)];
}

async function measurePeers(
  size: number,
  folder: string,
  progress: (message: string) => void,
): Promise<PeerResult[]> {
  const contentDir = join(folder, 'peers', 'content');
  await writeBenchContent(contentDir, size);
  const results: PeerResult[] = [];
  for (const peer of PEER_BUILDERS) {
    for (const isDataOnly of [true, false]) {
      if (!isDataOnly && size > MOST_PEER_PAGES) continue;
      const what = isDataOnly ? 'data files' : 'with pages';
      progress(`${peer.label}, ${what}`);
      const own = join(folder, 'peers', `${peer.label} ${what}`);
      results.push(...(await measurePeer(peer, own, contentDir, isDataOnly)));
    }
  }
  return results;
}
