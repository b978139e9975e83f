import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { createFolder } from '../support/content-folder.ts';
import { compareTranscript } from './compare.ts';
import { play } from './play.ts';
import { readTranscript } from './transcript.ts';

/** Where what the service answers is recorded, by `npm run record`. */
const FOLDER = join(import.meta.dirname, 'transcripts');

/** By these, machines find the rest. */
const MACHINE_DOCUMENTS = [
  '/llms.txt',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/mcp/server-card.json',
];

const names = globSync('**/*.*', { cwd: FOLDER });
const recorded = new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
const folder = createFolder({ after });
const played = await play({ after });

for (const name of [...played.keys()].filter((file) => file.endsWith('.http'))) {
  test(`the service answers as recorded in ${name}`, () => {
    const found = compareTranscript(name, { recorded, played, folder });
    const advice = 'If this is meant, run npm run record and commit what it changes.';
    assert.ok(found.length === 0, [...found, advice].join('\n\n'));
  });
}

test('every recorded file is of a transcript that is played', () => {
  assert.deepEqual(
    [...recorded.keys()].filter((name) => !played.has(name)),
    [],
  );
});

const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

test('every operation of the description is asked in a transcript', () => {
  const text =
    played.get('bodies/openapi-json.json') ?? assert.fail('openapi.json is not asked for');
  const { paths } = Description.parse(JSON.parse(text));
  const asked = [...played.values()].join('\n');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    ['get', 'post', 'delete']
      .filter((method) => method in methods)
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.ok(operations.length > 25);
  const missing = operations.filter((operation) => {
    const pattern = operation.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[\\w-]+');
    return !new RegExp(`^### ${pattern}[ ?\\n]`, 'm').test(asked);
  });
  assert.deepEqual(missing, []);
});

test('documents for machines link to nothing that is missing', () => {
  const entries = [...played].flatMap(([name, text]) =>
    name.endsWith('.http') ? readTranscript(text) : [],
  );
  const found = entries.filter(({ text }) => Number(/^\d{3}$/m.exec(text)?.[0]) < 400);
  const answered = new Set(found.map(({ name }) => name.split(' ')[1]));
  const links = MACHINE_DOCUMENTS.flatMap((target) => {
    const { text } = found.find(({ name }) => name === `GET ${target}`) ?? assert.fail(target);
    const body = played.get(/\{(bodies\/.*)\}/.exec(text)?.[1] ?? '') ?? text;
    const urls = [...body.matchAll(/https:\/\/reviews\.example(\/[^\s")>]*)/g)];
    assert.ok(urls.length > 0, target);
    return urls.map(([, path]) => path);
  });
  assert.deepEqual(
    links.filter((path) => !answered.has(path)),
    [],
  );
});
