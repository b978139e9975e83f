import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, ask } from '../load/ask.ts';
import { loadList } from '../load/load.ts';
import type { BenchReport } from '../report.ts';
import {
  type Contender,
  describeRounds,
  failureNotes,
  type Outcome,
  runRounds,
  samplesOf,
} from '../rounds.ts';
import { serveBuffers } from '../server/static.ts';
import { listRatios, SAMPLE_COLUMNS, summarise } from '../statistics.ts';
import { askCoded } from './ask-coded.ts';
import type { Subject } from './since.ts';

/** Each search many times a round, as those of a page that many visit. */
const SEARCHES = 40;
const REQUESTS = 30_000;
const ROUNDS = { rounds: 5, seconds: 0, warmUpSeconds: 0, connections: 8 };
const CODINGS = ['identity', 'gzip', 'zstd'];
const OURS = 'Testimony';
const PEER = 'ready buffers';
const AIMED_SHARE = 0.8;

/** 200s of different searches in turn against a server that has a ready buffer for each. */
export async function measureSearches(subject: Subject): Promise<BenchReport> {
  const results: { coding: string; bytes: number; outcomes: readonly Outcome[] }[] = [];
  for (const coding of CODINGS) results.push({ coding, ...(await measureCoding(subject, coding)) });
  return {
    title: `200 of searches, ${subject.size.toLocaleString('en')} reviews`,
    columns: ['coding', 'mean bytes', 'server', ...SAMPLE_COLUMNS],
    rows: results.flatMap(({ coding, bytes, outcomes }) => [
      [coding, bytes.toLocaleString('en'), OURS, ...summarise(samplesOf(outcomes, OURS))],
      ['', '', PEER, ...summarise(samplesOf(outcomes, PEER))],
    ]),
    ratios: results
      .filter(({ coding }) => coding !== 'identity')
      .flatMap(({ coding, outcomes }) =>
        listRatios(
          `200 of searches in ${coding}, ours / ${PEER}`,
          samplesOf(outcomes, OURS),
          samplesOf(outcomes, PEER),
          AIMED_SHARE,
        ),
      ),
    notes: [
      ...results.flatMap(({ outcomes }) => failureNotes(outcomes)),
      `${SEARCHES} different searches in turn, ${REQUESTS.toLocaleString('en')} requests a round, all asked before. ${describeRounds(ROUNDS).replace(' of 0 s', '')}`,
      'The load came from our own generator: where a server was busy for much less than 100 %, the throughput is that of the generator.',
      ...subject.notes,
    ],
  };
}

/** Searches of some months each, newest first. */
function listSearches(newest: string): string[] {
  const day = (before: number) =>
    new Date(Date.parse(newest) - before * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: SEARCHES }, (_, index) => {
    const period = `since=${day(200 + index)}&until=${day(index)}`;
    return `/api/reviews/search?${period}&limit=${index % 2 === 0 ? 20 : 10}`;
  });
}

async function measureCoding(
  { sidecar, dates, folder }: Subject,
  coding: string,
): Promise<{ bytes: number; outcomes: readonly Outcome[] }> {
  const paths = listSearches(dates.day);
  const headers = { 'Accept-Encoding': coding };
  const answers = new Map<string, Answer>();
  for (const path of paths) {
    answers.set(path, await askCoded({ url: sidecar.origin + path, headers }, coding));
  }
  await using peer = await serveBuffers(answers);
  const list = join(folder, 'searches.txt');
  const asked = Array.from({ length: REQUESTS }, (_, index) => paths[index % paths.length]);
  writeFileSync(list, asked.join('\n'));
  const { connections } = ROUNDS;
  const contend = (label: string, origin: string, pid: number): Contender => ({
    label,
    pid,
    load: () => loadList({ origin, list, headers, connections }),
    check: async () => {
      const sizes = await Promise.all(
        paths.map(async (path) => {
          const { status, wireBytes } = await ask({ url: origin + path, headers });
          if (status !== 200) throw new Error(`it came to answer ${status}`);
          return wireBytes;
        }),
      );
      return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    },
  });
  const bodies = [...answers.values()].map(({ body }) => body.length);
  const bytes = Math.round(bodies.reduce((sum, length) => sum + length, 0) / bodies.length);
  const contenders = [
    contend(OURS, sidecar.origin, sidecar.pid),
    contend(PEER, peer.origin, peer.pid),
  ];
  return { bytes, outcomes: await runRounds(contenders, ROUNDS) };
}
