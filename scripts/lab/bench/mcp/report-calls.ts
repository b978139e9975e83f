import type { BenchReport, Ratio } from '../bench-report.ts';
import { compare, listRatios, SAMPLE_COLUMNS, type Sample, summarise } from '../samples.ts';
import type { Measured } from './measure-calls.ts';
import { BARE, OUR_SESSIONS, OUR_STATELESS, SDK_SESSIONS, SDK_STATELESS } from './subjects.ts';

/** How all servers did with the calls of one tool. */
export type ToolResult = { readonly tool: string; readonly measured: readonly Measured[] };

/** What the design aims at: so many calls for the processor time of one of the SDK's. */
const PAIRS = [
  { ours: OUR_SESSIONS, theirs: SDK_SESSIONS, times: 2.5 },
  { ours: OUR_STATELESS, theirs: SDK_STATELESS, times: 1.5 },
];

/** The table of all tools and servers, and the ratios that the design has aims for. */
export function reportCalls(
  size: number,
  results: readonly ToolResult[],
  notes: readonly string[],
): BenchReport {
  return {
    title: `Tool calls over MCP, on a release of ${size.toLocaleString('en')} reviews`,
    columns: ['call', 'server', ...SAMPLE_COLUMNS, 'bytes a body', 'CPU ÷ bare'],
    rows: results.flatMap(({ tool, measured }) =>
      measured.map(({ label, samples, size: { bodyBytes } }, index) => [
        index === 0 ? tool : '',
        label,
        ...summarise(samples),
        Math.round(bodyBytes),
        compare('cpuMicroseconds', samples, samplesOf(measured, BARE)),
      ]),
    ),
    ratios: results.flatMap(ratiosOf),
    notes,
  };
}

function ratiosOf({ tool, measured }: ToolResult): Ratio[] {
  return PAIRS.flatMap(({ ours, theirs, times }) =>
    listRatios(
      `${tool}, ${ours} / ${theirs}`,
      samplesOf(measured, ours),
      samplesOf(measured, theirs),
      times,
    ),
  );
}

function samplesOf(measured: readonly Measured[], label: string): readonly Sample[] | undefined {
  return measured.find((one) => one.label === label)?.samples;
}
