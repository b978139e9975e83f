/**
 * How long it takes from saving one review until readers have it, beside rebuilds by Hugo and
 * Eleventy. own-run.ts edits the content of a running sidecar (review-edits.ts) and asks for the
 * result (conditional-reader.ts) while light-load.ts reads as well and delay-probe.ts watches the
 * event loop; peers.ts does the same with the peers and watches what they write; report.ts has the
 * tables.
 */

import { join } from 'node:path';
import { type Bench, byRelease } from '../bench.ts';
import { writeBenchContent } from '../release.ts';
import { OwnRun } from './own-run.ts';
import { measurePeer, PEER_BUILDERS, type PeerResult } from './peers.ts';
import { reportServer, reportTimes } from './report.ts';

/** From this size on there are fewer edits. */
const LARGE_SIZE = 100_000;
const EDITS = { small: 20, large: 10 };
/** Edits during which memory is watched, and nothing else. */
const MEMORY_EDITS = 3;
/** Above it, peers take minutes to build a page a review. */
const MOST_PEER_PAGES = 10_000;

export const bench: Bench = {
  sizes: [1000, 10_000, 100_000],
  peers: ['eleventy'],
  run: byRelease(async ({ size, folder, release, notes, progress }) => {
    const half = (size < LARGE_SIZE ? EDITS.small : EDITS.large) / 2;
    await using own = new OwnRun();
    progress('Testimony, first half');
    await own.start(release, folder);
    await own.measure(half);
    const peers = await measurePeers(size, folder, progress);
    progress('Testimony, second half');
    await own.measure(half);
    progress('Testimony, beside other readers');
    await own.measureUnderLoad(half);
    progress('Testimony, memory');
    await own.measureMemory(MEMORY_EDITS);
    const result = own.result();
    return [reportTimes(size, result, peers, notes), reportServer(size, result)];
  }),
};

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
