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
import { measureOwn } from './own-run.ts';
import { measurePeer, PEER_BUILDERS, type PeerResult } from './peers.ts';
import { reportServer, reportTimes } from './report.ts';

const LARGE_SIZE = 100_000;
const EDITS = { small: 20, large: 10 };
/** Above it, peers take minutes to build a page a review. */
const MOST_PEER_PAGES = 10_000;

export const bench: Bench = {
  sizes: [1000, 10_000, 100_000],
  peers: ['eleventy'],
  run: byRelease(async (run) => {
    const { size, folder, notes, progress } = run;
    const half = (size < LARGE_SIZE ? EDITS.small : EDITS.large) / 2;
    const peers: PeerResult[] = [];
    const own = await measureOwn(run, half, async () => {
      peers.push(...(await measurePeers(size, folder, progress)));
    });
    return [reportTimes(size, own, peers, notes), reportServer(size, own)];
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
