/**
 * Answers of since and search: slices beside a file and beside ready buffers (since.ts), searches
 * beside ready buffers (searches.ts), and answers that nobody has asked for before (first-answers.ts).
 */

import { z } from 'zod';
import { type Bench, byRelease, type ReleaseRun } from '../bench.ts';
import { revalidating } from '../conditional/cases.ts';
import { ask, fetchBody } from '../load/ask.ts';
import { findGenerator, type LoadGenerator } from '../load/load.ts';
import type { BenchReport } from '../report.ts';
import {
  type Contender,
  describeRounds,
  failureNotes,
  type Outcome,
  repeat,
  runRounds,
  samplesOf,
} from '../rounds.ts';
import { type Server, serveSidecar } from '../server/server.ts';
import { serveBuffer } from '../server/static.ts';
import { listRatios, SAMPLE_COLUMNS, summarise } from '../statistics.ts';
import { askCoded } from './ask-coded.ts';
import { measureFirstAnswers } from './first-answers.ts';
import { measureSearches } from './searches.ts';

const REVALIDATIONS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 32 };
const BODIES = { ...REVALIDATIONS, connections: 8 };
const STATIC = 'static /reviews.json';
const OURS = 'Testimony';
const PEER = 'ready buffer';
const AIMED_SHARE = 0.9;
const AIMED_CODED_SHARE = 0.8;

export const bench: Bench = {
  sizes: [1000, 10_000],
  run: byRelease(async (run) => {
    const generator = await findGenerator(run.folder);
    const { dates, reports } = await measureKnown({ ...run, generator });
    run.progress('answers to new questions');
    return [...reports, await measureFirstAnswers({ ...run, dates })];
  }),
};

/** Answers that were asked for before. */
async function measureKnown(run: ReleaseRun & Pick<Subject, 'generator'>) {
  await using sidecar = await serveSidecar(run.release);
  const dates = await listDates(sidecar.origin);
  const subject = { ...run, sidecar, dates, notes: [run.generator.note, ...run.notes] };
  run.progress('304 of slices');
  const reports = [await measureRevalidation(subject)];
  run.progress('200 of slices');
  reports.push(await measureBodies(subject));
  run.progress('200 of slices, compressed');
  reports.push(await measureBodies(subject, ['gzip', 'zstd']));
  run.progress('200 of searches');
  reports.push(await measureSearches(subject));
  return { dates, reports };
}

export type Subject = ReleaseRun & {
  readonly sidecar: Server;
  readonly dates: SliceDates;
  readonly generator: LoadGenerator;
};

type SliceDates = Readonly<Record<'day' | 'month' | 'year' | 'everything', string>>;

const MILLISECONDS_A_DAY = 86_400_000;
const Dataset = z.object({ reviews: z.array(z.object({ datePublished: z.string() })).min(1) });

async function listDates(origin: string): Promise<SliceDates> {
  const body = await fetchBody(`${origin}/reviews.json`);
  return datesOf(Dataset.parse(JSON.parse(body.toString())).reviews);
}

export function datesOf(reviews: readonly { readonly datePublished: string }[]): SliceDates {
  const dates = reviews.map(({ datePublished }) => datePublished).sort();
  const [oldest = ''] = dates;
  const newest = dates.at(-1) ?? '';
  const before = (days: number) =>
    new Date(Date.parse(newest) - days * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
  return { day: newest, month: before(30), year: before(365), everything: oldest };
}

const sinceUrl = (origin: string, date: string) => `${origin}/api/reviews/since/${date}`;

/** 304s of slices against the 304 of a file, all from the same sidecar. */
async function measureRevalidation(subject: Subject): Promise<BenchReport> {
  const { size, sidecar, dates, generator, notes } = subject;
  const slices = {
    [STATIC]: `${sidecar.origin}/reviews.json`,
    'since a day': sinceUrl(sidecar.origin, dates.day),
    'since a year': sinceUrl(sidecar.origin, dates.year),
    'since the first review': sinceUrl(sidecar.origin, dates.everything),
  };
  const contenders: Contender[] = [];
  for (const [label, url] of Object.entries(slices)) {
    const request = { url, headers: await revalidating(url) };
    const answer = await ask(request);
    if (answer.status !== 304) throw new Error(`${url} answers ${answer.status}, not 304.`);
    const contender = { label, pid: sidecar.pid, request, answer };
    contenders.push(repeat(contender, generator, REVALIDATIONS.connections));
  }
  const outcomes = await runRounds(contenders, REVALIDATIONS);
  const labels = contenders.map(({ label }) => label);
  return {
    title: `304 of since, ${size.toLocaleString('en')} reviews`,
    columns: ['request', ...SAMPLE_COLUMNS],
    rows: labels.map((label) => [label, ...summarise(samplesOf(outcomes, label))]),
    ratios: labels
      .filter((label) => label !== STATIC)
      .flatMap((label) =>
        listRatios(
          `304 ${label} / ${STATIC}`,
          samplesOf(outcomes, label),
          samplesOf(outcomes, STATIC),
          AIMED_SHARE,
        ),
      ),
    notes: [
      ...failureNotes(outcomes),
      describeRounds(REVALIDATIONS, 'requests'),
      'Requests are not counted (RATE_LIMIT_PER_MINUTE=0).',
      ...notes,
    ],
  };
}

/** 200s of slices against a bare node:http server that sends a ready buffer of the same size. */
async function measureBodies(
  subject: Subject,
  codings: readonly string[] = ['identity'],
): Promise<BenchReport> {
  const { size, dates, notes } = subject;
  const results: Measured[] = [];
  for (const coding of codings) {
    results.push(await measureSlice(subject, 'a month', dates.month, coding));
    results.push(await measureSlice(subject, 'a year', dates.year, coding));
    results.push(await measureSlice(subject, 'the first review', dates.everything, coding));
  }
  const isCoded = !codings.includes('identity');
  return {
    title: `200 of since${isCoded ? ', compressed' : ''}, ${size.toLocaleString('en')} reviews`,
    columns: ['since', 'bytes', 'server', ...SAMPLE_COLUMNS],
    rows: results.flatMap(({ name, bytes, outcomes }) => [
      [name, bytes.toLocaleString('en'), OURS, ...summarise(samplesOf(outcomes, OURS))],
      ['', '', PEER, ...summarise(samplesOf(outcomes, PEER))],
    ]),
    ratios: results.flatMap(({ name, outcomes }) =>
      listRatios(
        `200 since ${name}, ours / ${PEER}`,
        samplesOf(outcomes, OURS),
        samplesOf(outcomes, PEER),
        isCoded ? AIMED_CODED_SHARE : AIMED_SHARE,
      ),
    ),
    notes: [
      ...results.flatMap(({ outcomes }) => failureNotes(outcomes)),
      describeRounds(BODIES),
      'The ready buffer is sent by node:http in a process of its own, with the same headers, and made before the first request.',
      ...notes,
    ],
  };
}

type Measured = {
  readonly name: string;
  readonly bytes: number;
  readonly outcomes: readonly Outcome[];
};

async function measureSlice(
  { sidecar, generator }: Subject,
  slice: string,
  date: string,
  coding: string,
): Promise<Measured> {
  const name = coding === 'identity' ? slice : `${slice}, ${coding}`;
  const ours = { url: sinceUrl(sidecar.origin, date), headers: { 'Accept-Encoding': coding } };
  const answer = await askCoded(ours, coding);
  await using peer = await serveBuffer(answer);
  const theirs = { ...ours, url: `${peer.origin}/` };
  const contenders = [
    { label: OURS, pid: sidecar.pid, request: ours, answer },
    { label: PEER, pid: peer.pid, request: theirs, answer: await ask(theirs) },
  ].map((contender) => repeat(contender, generator, BODIES.connections));
  return { name, bytes: answer.body.length, outcomes: await runRounds(contenders, BODIES) };
}
