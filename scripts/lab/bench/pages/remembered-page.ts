import { join } from 'node:path';
import { PUBLIC_FOLDER } from '#release/manifest-file.ts';
import { fileOfPage } from '#release/page-addresses.ts';
import type { BenchRelease } from '../bench-release.ts';
import { completeCase, type Outline } from '../conditional/cases.ts';
import { type CaseResult, measureCase } from '../conditional/measure-case.ts';
import { EXPRESS, NGINX } from '../conditional/peers.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { Server } from '../server/server.ts';

export const STATIC_PEERS = [NGINX, EXPRESS];
export const REMEMBERED_ROUNDS = { rounds: 5, seconds: 2, warmUpSeconds: 1, connections: 32 };

/** Asks for a page that is remembered, again and again, beside servers of the file that a build makes. */
export async function measureRememberedPage(
  sidecar: Server,
  permalink: string,
  { outDir }: BenchRelease,
  { folder, generator }: { readonly folder: string; readonly generator: LoadGenerator },
): Promise<CaseResult[]> {
  const outlines: Outline[] = [
    { ...SAME, label: 'a remembered page', path: permalink },
    {
      ...SAME,
      label: 'the same in brotli',
      path: permalink,
      peerPath: `/${fileOfPage(permalink)}.br`,
      headers: { 'Accept-Encoding': 'br' },
    },
  ];
  const root = join(outDir, PUBLIC_FOLDER);
  const settings = { folder, root, peers: STATIC_PEERS, generator, rounds: REMEMBERED_ROUNDS };
  const results: CaseResult[] = [];
  for (const outline of outlines) {
    const kind = await completeCase(sidecar.origin, outline);
    results.push(await measureCase(kind, sidecar, settings));
  }
  return results;
}

const SAME = { isConditional: false, headsDiffer: false, hasAim: true };
