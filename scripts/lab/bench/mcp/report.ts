import type { BenchReport, Ratio } from '../report.ts';
import { type Outcome, samplesOf } from '../rounds.ts';
import { compareRounds, listRatios, SAMPLE_COLUMNS, summarise } from '../statistics.ts';

export const OUR_SESSIONS = 'Testimony, sessions';
export const OUR_STATELESS = 'Testimony, 2026-07-28';
export const SDK_SESSIONS = 'SDK, sessions';
export const SDK_STATELESS = 'SDK, 2026-07-28';
export const BARE = 'bare node:http';

export type ToolResult = {
  readonly tool: string;
  readonly outcomes: readonly Outcome[];
  readonly bodyBytes: ReadonlyMap<string, number>;
};

/** What the design aims at: this many calls for the processor time of one of the SDK's. */
const PAIRS = [
  { ours: OUR_SESSIONS, theirs: SDK_SESSIONS, times: 2.5 },
  { ours: OUR_STATELESS, theirs: SDK_STATELESS, times: 1.5 },
];

export function reportCalls(
  size: number,
  results: readonly ToolResult[],
  notes: readonly string[],
): BenchReport {
  return {
    title: `Tool calls over MCP, on a release of ${size.toLocaleString('en')} reviews`,
    columns: ['call', 'server', ...SAMPLE_COLUMNS, 'bytes a body', 'CPU ÷ bare'],
    rows: results.flatMap(({ tool, outcomes, bodyBytes }) =>
      outcomes.map(({ label }, index) => {
        const samples = samplesOf(outcomes, label);
        return [
          index === 0 ? tool : '',
          label,
          ...summarise(samples),
          Math.round(bodyBytes.get(label) ?? 0),
          compareRounds('cpuMicroseconds', samples, samplesOf(outcomes, BARE)),
        ];
      }),
    ),
    ratios: results.flatMap(ratiosOf),
    notes,
  };
}

function ratiosOf({ tool, outcomes }: ToolResult): Ratio[] {
  return PAIRS.flatMap(({ ours, theirs, times }) =>
    listRatios(
      `${tool}, ${ours} / ${theirs}`,
      samplesOf(outcomes, ours),
      samplesOf(outcomes, theirs),
      times,
    ),
  );
}
