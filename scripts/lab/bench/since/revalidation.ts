import type { BenchReport } from '../bench-report.ts';
import { headersFor } from '../conditional/cases.ts';
import { ask } from '../load/ask.ts';
import { type Contender, failureNotes, runRounds, samplesOf } from '../rounds.ts';
import { listRatios, SAMPLE_COLUMNS, summarise } from '../samples.ts';
import { type SinceSubject, sinceUrl } from './slices.ts';

const ROUNDS = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 32 };
const STATIC = 'static /reviews.json';
const AIMED_SHARE = 0.9;

/** 304s of slices against the 304 of a file, all from the same sidecar. */
export async function measureRevalidation(subject: SinceSubject): Promise<BenchReport> {
  const { size, sidecar, dates, generator, notes } = subject;
  const slices = {
    [STATIC]: `${sidecar.origin}/reviews.json`,
    'since a day': sinceUrl(sidecar.origin, dates.day),
    'since a year': sinceUrl(sidecar.origin, dates.year),
    'since the first review': sinceUrl(sidecar.origin, dates.everything),
  };
  const contenders: Contender[] = [];
  for (const [label, url] of Object.entries(slices)) {
    const request = { url, headers: await headersFor(url, { headers: {}, isConditional: true }) };
    const answer = await ask(request);
    if (answer.status !== 304) throw new Error(`${url} answers ${answer.status}, not 304.`);
    contenders.push({ label, pid: sidecar.pid, request, answer });
  }
  const outcomes = await runRounds(contenders, generator, ROUNDS);
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
      `Medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s on ${ROUNDS.connections} connections, the requests taking turns; a ratio is the median of the rounds' ratios.`,
      'Requests are not counted (RATE_LIMIT_PER_MINUTE=0).',
      ...notes,
    ],
  };
}
