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
const ROWS: Readonly<Record<string, string>> = {
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

/** The parts of the interface specification that say something of MCP. */
const PARTS = ['part 3', 'part 4', 'part 5', 'part 7', 'part 8', 'part 9'];

const TITLE = /\btest\(\s*(['"`])((?:(?!\1).)*)\1/gs;

/** The texts of the files in a folder whose names match. */
function readFiles(folder: string, name: RegExp): string[] {
  const path = join(REPOSITORY, folder);
  return readdirSync(path)
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(path, file), 'utf8'));
}

const titles = [
  ...readFiles('tests/spec', /^mcp-.*\.test\.ts$/).flatMap((source) =>
    [...source.matchAll(TITLE)].map(([, , title = '']) => title),
  ),
  ...readFiles('tests/contract/transcripts', /^mcp-.*\.http$/).flatMap((text) =>
    readTranscript(text).map(({ name }) => name),
  ),
];
const rowsIn = (title: string) => title.match(/\bM\d+\b/g) ?? [];

test('every row of the checklist has a request or a test that names it', () => {
  const held = new Set(titles.flatMap(rowsIn));
  assert.deepEqual(
    Object.keys(ROWS).filter((row) => !held.has(row)),
    [],
  );
  assert.deepEqual(
    [...held].filter((row) => ROWS[row] === undefined),
    [],
  );
});

test('every part of the specification that says something of MCP has one', () => {
  const missing = PARTS.filter((part) => !titles.some((title) => title.includes(part)));
  assert.deepEqual(missing, []);
});
