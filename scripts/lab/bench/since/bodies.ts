import type { BenchReport } from '../bench-report.ts';
import { ask } from '../load/ask.ts';
import { type Contender, failureNotes, type Outcome, runRounds, samplesOf } from '../rounds.ts';
import { listRatios, SAMPLE_COLUMNS, summarise } from '../samples.ts';
import { serveBuffer } from '../server/serve-node.ts';
import { type SinceSubject, sinceUrl } from './slices.ts';

const ROUNDS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 8 };
const OURS = 'Testimony';
const PEER = 'ready buffer';
const AIMED_SHARE = 0.9;

/** 200s of slices against a bare node:http server that sends a ready buffer of the same size. */
export async function measureBodies(subject: SinceSubject): Promise<BenchReport> {
  const { size, dates, notes } = subject;
  const results = [
    await measureSlice(subject, 'a month', dates.month),
    await measureSlice(subject, 'a year', dates.year),
    await measureSlice(subject, 'the first review', dates.everything),
  ];
  return {
    title: `200 of since, ${size.toLocaleString('en')} reviews`,
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
        AIMED_SHARE,
      ),
    ),
    notes: [
      ...results.flatMap(({ outcomes }) => failureNotes(outcomes)),
      `Medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s on ${ROUNDS.connections} connections, the servers taking turns; a ratio is the median of the rounds' ratios.`,
      'The ready buffer is sent by node:http in a process of its own, with the same headers, and made before the first request.',
      ...notes,
    ],
  };
}

async function measureSlice(
  { sidecar, generator }: SinceSubject,
  name: string,
  date: string,
): Promise<{
  readonly name: string;
  readonly bytes: number;
  readonly outcomes: readonly Outcome[];
}> {
  const ours = { url: sinceUrl(sidecar.origin, date), headers: {} };
  const answer = await ask(ours);
  if (answer.status !== 200) throw new Error(`${ours.url} answers ${answer.status}, not 200.`);
  await using peer = await serveBuffer(answer);
  const theirs = { url: `${peer.origin}/`, headers: {} };
  const contenders: Contender[] = [
    { label: OURS, pid: sidecar.pid, request: ours, answer },
    { label: PEER, pid: peer.pid, request: theirs, answer: await ask(theirs) },
  ];
  const outcomes = await runRounds(contenders, generator, ROUNDS);
  return { name, bytes: answer.body.length, outcomes };
}
