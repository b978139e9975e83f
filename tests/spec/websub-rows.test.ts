import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTranscript } from '../contract/transcript.ts';
import { REPOSITORY } from '../support/run-script.ts';

/**
 * The rows of the checklist that the W3C Recommendation of WebSub comes to: P of publishers, H of
 * hubs. Titles of tests and requests of the contract name them, with the section of the Recommendation:
 * discovery and requests in tests/contract and tests/rooms/hub/request; verification, leases, deliveries and
 * failures, by a manual clock, in tests/rooms/hub; what goes over the wire in
 * tests/rooms/hub/callback; all of it together in tests/journeys/hub/end-to-end.test.ts.
 */
const PUBLISHER_ROWS = 7;
const HUB_ROWS = 28;

/** Rows that allow what this service does not do, and why. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  P7: 'A topic that moves is redirected (§6.1); none has moved.',
  H13: 'A hub may redirect requests that it cannot serve (§5.1); this one serves them all.',
};

/** The parts of the interface specification that say something of the hub. */
const PARTS = ['part 3', 'part 4', 'part 5', 'part 6', 'part 7', 'part 8'];

const FOLDER = join(REPOSITORY, 'tests');
const TITLE = /\btest\(\s*(['"`])((?:(?!\1).)*)\1/gs;

function readTitles(): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const read = (ending: string) =>
    files
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(join(FOLDER, file), 'utf8'));
  return [
    ...read('.test.ts')
      .flatMap((source) => [...source.matchAll(TITLE)])
      .map((found) => found[2] ?? ''),
    ...read('.http').flatMap((text) => readTranscript(text).map(({ name }) => name)),
  ];
}

function rowsOf(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

const titles = readTitles();

test('every row of the checklist has a test that names it with its section', () => {
  const rows = [...rowsOf('P', PUBLISHER_ROWS), ...rowsOf('H', HUB_ROWS)];
  const taken = rows.filter((row) => NOT_TAKEN[row] === undefined);
  const missing = taken.filter(
    (row) => !titles.some((title) => new RegExp(`\\b${row} §\\d`).test(title)),
  );
  assert.deepEqual(missing, []);
});

test('every part of the specification that says something of the hub has a test', () => {
  const missing = PARTS.filter((part) => !titles.some((title) => title.includes(part)));
  assert.deepEqual(missing, []);
});
