import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTranscript } from '../contract/transcript.ts';
import { REPOSITORY } from '../support/run-script.ts';

/**
 * The rows of the checklist that the revisions of the Model Context Protocol, and the decisions on
 * what they leave open, come to. Requests of the transcripts of /mcp and titles of its tests name
 * them. What takes a day, or every stream there may be, is shown with a manual clock beside the code:
 * tests/rooms/mcp.
 */
const MCP_ROWS: Readonly<Record<string, string>> = {
  M1: 'initialize negotiates a version',
  M2: 'initialize returns a session id',
  M3: 'no session is 400',
  M4: 'an unknown session is 404',
  M5: 'a second initialize is 400',
  M6: 'MCP-Protocol-Version may be missing, but not wrong',
  M7: 'Accept allows both types',
  M8: 'Content-Type is JSON',
  M9: 'what is no message is refused',
  M10: 'bodies are short and not compressed',
  M11: 'batches are of 2025-03-26 alone',
  M12: 'ids come back as they are sent',
  M13: 'notifications and responses are 202',
  M14: 'an unknown method is -32601',
  M15: 'unknown names and bad params are -32602',
  M16: 'an unknown resource is -32002 or -32602',
  M17: 'bad arguments are a result',
  M18: 'other methods are 405',
  M19: 'allowed pages may ask and read',
  M20: 'strange Hosts and Origins are 403 before the body',
  M21: 'GET opens one stream a session',
  M22: 'DELETE ends a session',
  M23: 'headers agree with the body',
  M24: 'an unsupported revision is told those that are',
  M25: 'a session id does not matter without sessions',
  M26: 'every refusal of the endpoint is an error of JSON-RPC',
  M27: 'before the first release it is 503',
  M28: 'clients are limited',
  M29: 'notifications/initialized may be left out',
  M30: 'Authorization is ignored',
  M31: 'to find nothing is no error',
  M32: 'an answer is of one release',
  M33: 'equal ids do not disturb each other',
  M34: 'tools are read-only and in order',
  M35: 'search_reviews answers as REST does',
  M36: 'nothing is kept of a session',
  M37: 'whatever is sent is answered',
  M38: 'what is not offered is not declared',
  M39: 'names are understood as REST does',
  M40: 'arguments are understood however models write them',
};

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

const FOLDER = join(REPOSITORY, 'tests');
const TITLE = /\btest\(\s*(['"`])((?:(?!\1).)*)\1/gs;

/** The titles of tests and the requests of transcripts in the files whose paths match. */
function readTitles(path: RegExp): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const read = (ending: string) =>
    files
      .filter((file) => file.endsWith(ending) && path.test(file))
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

const all = readTitles(/./);
const ofMcp = readTitles(/\bmcp-[^/]+$/);

test('every row of the checklist of MCP has a request or a test that names it', () => {
  const held = new Set(ofMcp.flatMap((title) => title.match(/\bM\d+\b/g) ?? []));
  assert.deepEqual([...held].sort(), Object.keys(MCP_ROWS).sort());
});

test('every row of the checklist of WebSub has one that names it with its section', () => {
  const rows = [...rowsOf('P', PUBLISHER_ROWS), ...rowsOf('H', HUB_ROWS)];
  const missing = rows.filter(
    (row) => !NOT_TAKEN[row] && !all.some((title) => new RegExp(`\\b${row} §\\d`).test(title)),
  );
  assert.deepEqual(missing, []);
});

for (const [what, titles, parts] of [
  ['MCP', ofMcp, [3, 4, 5, 7, 8, 9]],
  ['the hub', all, [3, 4, 5, 6, 7, 8]],
] as const) {
  test(`every part of the interface specification that says something of ${what} has one`, () => {
    const missing = parts.filter((part) => !titles.some((title) => title.includes(`part ${part}`)));
    assert.deepEqual(missing, []);
  });
}
