import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSummary } from '../../../../../scripts/lab/bench/load/wrk.ts';

test('the summary is found behind what wrk writes itself', () => {
  const output = `Running 3s test @ http://127.0.0.1:1/
  1 threads and 32 connections
{"requests":3000,"microseconds":3000000,"bytes":600,"failures":1,"p50":250.0,"p99":1500.0}
`;
  assert.deepEqual(parseSummary(output), {
    requests: 3000,
    seconds: 3,
    bytes: 600,
    failures: 1,
    p50Milliseconds: 0.25,
    p99Milliseconds: 1.5,
  });
});

test('no summary is an error that shows what there was', () => {
  assert.throws(() => parseSummary('unable to connect'), /unable to connect/);
});
