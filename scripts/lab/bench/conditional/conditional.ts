/**
 * Revalidation and small files over loopback, against nginx and express.static. cases.ts sends one
 * kind of request to all servers; the bench of pages uses it as well.
 */

import { join } from 'node:path';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import { type Bench, byRelease } from '../bench.ts';
import { fetchBody } from '../load/ask.ts';
import { findGenerator } from '../load/load.ts';
import { describeRounds } from '../rounds.ts';
import { serveSidecar } from '../server/server.ts';
import {
  type CaseResult,
  CPU_NOTE,
  completeCase,
  measureCase,
  type Outline,
  PEERS,
  reportCases,
} from './cases.ts';

const ROUNDS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 32 };

export const bench: Bench = {
  sizes: [1000],
  run: byRelease(async ({ size, release, folder, notes, progress }) => {
    const generator = await findGenerator(folder);
    await using sidecar = await serveSidecar(release);
    const root = join(release.outDir, PUBLIC_FOLDER);
    const results: CaseResult[] = [];
    const outlines = await listOutlines(sidecar.origin);
    const kinds = await Promise.all(outlines.map((one) => completeCase(sidecar.origin, one)));
    for (const kind of kinds) {
      progress(kind.label);
      const options = { folder, root, peers: PEERS, generator, rounds: ROUNDS };
      results.push(await measureCase(kind, sidecar, options));
    }
    const report = reportCases(results, PEERS);
    return [
      {
        ...report,
        title: `Requests to a release of ${size.toLocaleString('en')} reviews`,
        notes: [
          ...report.notes,
          'The design aims at nginx with one worker as it comes; the tuned nginx and express.static are there for information.',
          `${describeRounds(ROUNDS)} ${CPU_NOTE}`,
          generator.note,
          ...notes,
        ],
      },
    ];
  }),
};

async function listOutlines(origin: string): Promise<Outline[]> {
  const path = '/reviews.json';
  const revalidation = { path, isConditional: true, hasAim: true };
  return [
    { ...revalidation, label: '304 dataset' },
    { ...revalidation, label: '304 dataset, each head new', headsDiffer: true },
    { label: '200 page of a review', path: await findReviewPage(origin), hasAim: true },
    {
      label: '200 dataset in brotli',
      path,
      peerPath: `${path}.br`,
      headers: { 'Accept-Encoding': 'br' },
    },
  ];
}

async function findReviewPage(origin: string): Promise<string> {
  const body = await fetchBody(`${origin}/reviews.json`);
  const [, path] = /"url":"https?:\/\/[^/"]+(\/reviews\/[^/"]+\/)"/.exec(body.toString()) ?? [];
  if (path === undefined) throw new Error('reviews.json names no page of a review.');
  return path;
}
