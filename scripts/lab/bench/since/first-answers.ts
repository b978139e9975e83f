import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadList } from '../load/load.ts';
import { readCpuSeconds, spent } from '../process/usage.ts';
import { DelayProbe, summariseDelays } from '../publish/delay-probe.ts';
import type { BenchReport } from '../report.ts';
import { sampleOf } from '../rounds.ts';
import { serveSidecar } from '../server/server.ts';
import { SAMPLE_COLUMNS, summarise } from '../statistics.ts';
import { askCoded } from './ask-coded.ts';
import type { Subject } from './since.ts';

type Asked = Omit<Subject, 'sidecar' | 'generator'>;

const CODINGS = ['identity', 'zstd', 'br', 'gzip'];
const CONNECTIONS = 4;
const SEARCHES = 3_000;
const SLICES = 60;
/** As of pages that are rendered when they are asked for. */
const AIMED_DELAY_MS = 10;

/** What it costs to answer a question for the first time, and whether others have to wait for it. */
export async function measureFirstAnswers(subject: Asked): Promise<BenchReport> {
  const { release, folder, size, notes } = subject;
  const probe = new DelayProbe(folder);
  const { environment, nodeArguments } = probe;
  await using sidecar = await serveSidecar(release, {
    environment: { WATCH: 'off', ...environment },
    nodeArguments,
  });
  const list = join(folder, 'questions.txt');
  const measure = async (kind: 'search' | 'since', coding: string, paths: readonly string[]) => {
    const [first = '', ...rest] = paths;
    const headers = { 'Accept-Encoding': coding };
    const { body } = await askCoded({ url: sidecar.origin + first, headers }, coding);
    writeFileSync(list, rest.join('\n'));
    await probe.take(sidecar.pid);
    const before = readCpuSeconds(sidecar.pid);
    const load = await loadList({
      origin: sidecar.origin,
      list,
      headers,
      connections: CONNECTIONS,
    });
    const sample = sampleOf(load, spent(before, readCpuSeconds(sidecar.pid)));
    const delay = summariseDelays([await probe.take(sidecar.pid)]);
    return { kind, coding, bytes: body.length, sample, delay };
  };
  await measure('search', 'identity', questionsAbout(subject, 0));
  const results = [];
  for (const [index, coding] of CODINGS.entries()) {
    results.push(await measure('search', coding, questionsAbout(subject, index + 1)));
  }
  for (const [index, coding] of CODINGS.entries()) {
    results.push(await measure('since', coding, slicesOf(subject, index)));
  }
  return {
    title: `Answers that nobody has asked for before, ${size.toLocaleString('en')} reviews`,
    columns: ['question', 'coding', 'bytes', ...SAMPLE_COLUMNS, 'loop p99 ms', 'loop worst ms'],
    rows: results.map(({ kind, coding, bytes, sample, delay }) => [
      kind,
      coding,
      bytes.toLocaleString('en'),
      ...summarise([sample]),
      delay?.p99 ?? null,
      delay?.worst ?? null,
    ]),
    ratios: results
      .filter(({ kind, coding }) => kind === 'since' && coding !== 'identity')
      .map(({ coding, delay }) => ({
        what: `since the first review, each for the first time, in ${coding}: loop p99 in ms`,
        value: delay?.p99 ?? null,
        aim: { atMost: AIMED_DELAY_MS },
      })),
    notes: [
      `${SEARCHES.toLocaleString('en')} searches that find the same 20 reviews under different dates, and ${SLICES} slices of nearly all reviews, each once on ${CONNECTIONS} connections; CPU is that of all threads. Where all encoders are busy, slices are sent as they are.`,
      ...notes,
    ],
  };
}

/** Searches that differ only in a last day to come, so that all answers have the same length. */
function questionsAbout({ dates }: Asked, series: number): string[] {
  const first = Date.parse('2100-01-01') + series * (SEARCHES + 1) * 86_400_000;
  return Array.from({ length: SEARCHES + 1 }, (_, index) => {
    const until = new Date(first + index * 86_400_000).toISOString().slice(0, 10);
    return `/api/reviews/search?since=${dates.everything}&until=${until}`;
  });
}

/** Slices from days before the first review, which differ in their first date only. */
function slicesOf({ dates }: Asked, series: number): string[] {
  const oldest = Date.parse(dates.everything) - series * (SLICES + 1) * 86_400_000;
  return Array.from({ length: SLICES + 1 }, (_, index) => {
    const date = new Date(oldest - index * 86_400_000).toISOString().slice(0, 10);
    return `/api/reviews/since/${date}`;
  });
}
