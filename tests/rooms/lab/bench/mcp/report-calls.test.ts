import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../../scripts/lab/bench/bench-report.ts';
import { reportCalls } from '../../../../../scripts/lab/bench/mcp/report-calls.ts';
import {
  BARE,
  OUR_SESSIONS,
  OUR_STATELESS,
  SDK_SESSIONS,
  SDK_STATELESS,
} from '../../../../../scripts/lab/bench/mcp/subjects.ts';

function measuredWith(cpu: Readonly<Record<string, number>>) {
  return Object.entries(cpu).map(([label, cpuMicroseconds]) => ({
    label,
    samples: [
      {
        cpuMicroseconds,
        requestsPerSecond: 1e6 / cpuMicroseconds,
        busyPercent: 100,
        p50Milliseconds: 1,
        p99Milliseconds: 2,
      },
    ],
    size: { bodyBytes: 100.4, wireBytes: 300 },
  }));
}

test('ratios say how we stand to the SDK of the same era', () => {
  const measured = measuredWith({
    [OUR_SESSIONS]: 100,
    [OUR_STATELESS]: 150,
    [SDK_SESSIONS]: 300,
    [SDK_STATELESS]: 200,
    [BARE]: 50,
  });
  const { rows, ratios } = reportCalls(1000, [{ tool: 'search_reviews', measured }], []);
  assert.deepEqual(
    ratios.map(({ value, aim }) => [Number(value?.toFixed(2)), aim]),
    [
      [0.33, { atMost: 0.4 }],
      [3, { atLeast: 2.5 }],
      [0.75, { atMost: 0.67 }],
      [1.33, { atLeast: 1.5 }],
    ],
  );
  assert.deepEqual(ratios.map(isMet), [true, true, false, false]);
  assert.deepEqual(rows[0]?.slice(0, 2), ['search_reviews', OUR_SESSIONS]);
  assert.deepEqual(rows[0]?.slice(-2), [100, 2]);
  assert.deepEqual(rows.at(-1)?.slice(-2), [100, 1]);
});
