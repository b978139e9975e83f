import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { z } from 'zod';
import { installPeer, peerModules } from '../../../scripts/peers/peers.ts';
import { inlineComponents } from '../../rooms/openapi/description.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';

import { freePort, startDemonstration } from '../../support/service.ts';

/**
 * Prism, a validator of live traffic, between a client and the service as it is deployed: with --errors
 * it answers 422 or 500 in the place of what is not as /openapi.json describes it.
 */
installPeer('clients', (line) => process.stderr.write(`${line}\n`));

const { url, published } = await startDemonstration({ after });
const description = (await ask(url, '/openapi.json')).text;

const PATIENCE_MS = 60_000;

/** Starts a proxy that knows a description. Returns where it listens. */
async function startPrism(lifetime: Lifetime, openapi: string): Promise<string> {
  const cwd = createFolder(lifetime);
  const port = await freePort();
  writeFileSync(join(cwd, 'openapi.json'), openapi);
  const prism = join(peerModules('clients'), '@stoplight/prism-cli/dist/index.js');
  const where = ['--host', '127.0.0.1', '--port', String(port), '--errors'];
  const child = spawn(process.execPath, [prism, 'proxy', 'openapi.json', url, ...where], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(lifetime, async () => {
    const closed = once(child, 'close');
    child.kill();
    await closed;
  });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for await (const line of createInterface({ input: child.stdout, signal })) {
    if (line.includes('Prism is listening')) break;
  }
  child.stdout.resume();
  return `http://127.0.0.1:${port}`;
}

const Operation = z.object({
  operationId: z.string(),
  parameters: z
    .array(
      z.object({
        in: z.string(),
        name: z.string(),
        required: z.boolean().default(false),
        example: z.unknown().optional(),
      }),
    )
    .default([]),
});
const { paths } = z
  .object({ paths: z.record(z.string(), z.object({ get: Operation })) })
  .parse(inlineComponents(JSON.parse(description)));
const operations = Object.entries(paths).map(([path, { get }]) => ({ path, ...get }));

/** What an operation is asked by its examples: nothing, and each parameter by itself; a pair of the hub is one. */
function targetsOf({ path, parameters }: (typeof operations)[number]): string[] {
  const shown = parameters.filter(({ example }) => example !== undefined);
  const filled = shown
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const queries = shown.filter((parameter) => parameter.in === 'query');
  const [together, alone] = [true, false].map((isPair) =>
    queries.filter(({ name }) => name.startsWith('hub.') === isPair),
  );
  return [[], together ?? [], ...(alone ?? []).map((one) => [one])].map((some) => {
    const query = new URLSearchParams(some.map(({ name, example }) => [name, String(example)]));
    return query.size > 0 ? `${filled}?${query}` : filled;
  });
}

/** Prism itself would accept any coding, one that it cannot read among them. */
const CODINGS = { 'Accept-Encoding': 'gzip' };

/** The headers without which an operation is not asked; its session is over. */
const headersOf = ({ parameters }: (typeof operations)[number]) => ({
  ...CODINGS,
  Accept: '*/*, text/event-stream',
  ...Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map(({ name, example }) => [name, String(example)]),
  ),
});

const prism = await startPrism({ after }, description);

for (const operation of operations) {
  test(`Prism finds the answers of ${operation.operationId} as they are described`, async () => {
    const headers = headersOf(operation);
    const expected = operation.operationId === 'openMcpStream' ? 404 : 200;
    for (const target of targetsOf(operation)) {
      const passed = await ask(prism, target, { headers });
      assert.equal(passed.status, expected, `${target}: ${passed.text.slice(0, 2000)}`);
      assert.equal(passed.headers['sl-violations'], undefined, target);
    }
  });
}

test('Prism finds errors, and answers of other statuses, as they are described', async () => {
  const [newest] = published.reviews;
  const { etag = '' } = (await ask(url, '/reviews.json')).headers;
  for (const [status, target, headers] of [
    [304, '/reviews.json', { 'If-None-Match': etag }],
    [412, '/reviews.json', { 'If-Match': '"x"' }],
    [206, '/feed.xml', { Range: 'bytes=0-99' }],
    [416, '/feed.xml', { Range: 'bytes=99999999-' }],
    [404, '/reviews/nobody-here.json', {}],
    [304, `/reviews/${newest?.id}.json`, { 'If-None-Match': '*' }],
    [400, '/api/reviews/search?unknown=1', {}],
    [400, '/api/reviews/changes?after=x', {}],
  ] as const) {
    const { text, ...answered } = await ask(prism, target, { headers: { ...CODINGS, ...headers } });
    assert.equal(answered.status, status, `${target}: ${text.slice(0, 2000)}`);
    assert.equal(answered.headers['sl-violations'], undefined, target);
  }
});

test('Prism notices what is not as it is described', async (t) => {
  const wrong = JSON.parse(description, (name, value) =>
    name === 'ratingCount' ? { type: 'string' } : value,
  );
  const { status, text } = await ask(await startPrism(t, JSON.stringify(wrong)), '/reviews.json');
  assert.equal(status, 500);
  assert.match(text, /ratingCount/);
});
