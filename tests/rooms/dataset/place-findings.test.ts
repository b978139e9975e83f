import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningAt } from '#dataset/content-problem.ts';
import { type Finding, placeFindings } from '#dataset/place-findings.ts';

/** A file of which each path stands on a line of its own, and how often it was opened. */
function createFile() {
  const file = { file: 'a.yaml', value: undefined, opened: 0 };
  const openPlaces = () => {
    file.opened++;
    return ([line]: readonly PropertyKey[]) => ({ line: Number(line), column: 1 });
  };
  return { ...file, openPlaces, timesOpened: () => file.opened };
}

function* findEndlessly(asked: { count: number }): Generator<Finding> {
  for (;;) yield { path: [++asked.count], message: 'x' };
}

test('a file is opened once for all its findings', () => {
  const file = createFile();
  const findings = [2, 5].map((line) => ({ path: [line], message: `on ${line}` }));
  assert.deepEqual(placeFindings(file, findings, warningAt), [
    { severity: 'warning', file: 'a.yaml', line: 2, column: 1, message: 'on 2' },
    { severity: 'warning', file: 'a.yaml', line: 5, column: 1, message: 'on 5' },
  ]);
  assert.equal(file.timesOpened(), 1);
});

test('a file without findings is not opened', () => {
  const file = createFile();
  assert.deepEqual(placeFindings(file, []), []);
  assert.equal(file.timesOpened(), 0);
});

test('no more is looked for than is told, and one to know that there is more', () => {
  const asked = { count: 0 };
  assert.equal(placeFindings(createFile(), findEndlessly(asked)).length, 51);
  assert.equal(asked.count, 51);
});
