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
import { freePort } from '../../support/service.ts';
import { startDemonstration } from './demonstration.ts';

/**
 * Prism, a validator of live traffic, between a client and the service as it is deployed: with --errors
 * it answers 422 or 500 in the place of what is not as /openapi.json describes it.
 */
installPeer('clients', (line) => process.stderr.write(`${line}\n`));

const { url } = await startDemonstration({ after });
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
        /** Empty where there is none. */
        example: z.coerce.string().default(''),
      }),
    )
    .default([]),
});
const { paths } = z
  .object({ paths: z.record(z.string(), z.object({ get: Operation })) })
  .parse(inlineComponents(JSON.parse(description)));

/** Prism itself would accept any coding, one that it cannot read among them. */
const CODINGS = { 'Accept-Encoding': 'gzip' };

const prism = await startPrism({ after }, description);

for (const [path, { get }] of Object.entries(paths)) {
  test(`Prism finds the answers of ${get.operationId} as they are described`, async () => {
    const shown = (place: string) =>
      get.parameters.filter((one) => one.in === place && one.example !== '');
    const needed = shown('header').filter(({ required }) => required);
    const headers = {
      ...CODINGS,
      Accept: '*/*, text/event-stream',
      ...Object.fromEntries(needed.map(({ name, example }) => [name, example])),
    };
    const target = shown('path').reduce(
      (text, { name, example }) => text.replace(`{${name}}`, example),
      path,
    );
    // Each parameter by itself; a pair of the hub is one.
    const pair = shown('query').filter(({ name }) => name.startsWith('hub.'));
    const alone = shown('query').filter((one) => !pair.includes(one));
    // The session of the example is over.
    const expected = get.operationId === 'openMcpStream' ? 404 : 200;
    for (const some of [[], pair, ...alone.map((one) => [one])]) {
      const query = new URLSearchParams(some.map(({ name, example }) => [name, example]));
      const passed = await ask(prism, `${target}?${query}`, { headers });
      assert.equal(passed.status, expected, `${query}: ${passed.text.slice(0, 2000)}`);
      assert.equal(passed.headers['sl-violations'], undefined, `${query}`);
    }
  });
}

test('Prism finds errors, and answers of other statuses, as they are described', async () => {
  const { etag = '' } = (await ask(url, '/reviews.json')).headers;
  for (const [status, target, headers] of [
    [304, '/reviews.json', { 'If-None-Match': etag }],
    [412, '/reviews.json', { 'If-Match': '"x"' }],
    [206, '/feed.xml', { Range: 'bytes=0-99' }],
    [416, '/feed.xml', { Range: 'bytes=99999999-' }],
    [404, '/reviews/nobody-here.json', {}],
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
