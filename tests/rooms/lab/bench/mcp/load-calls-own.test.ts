import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { createCall } from '../../../../../scripts/lab/bench/mcp/call.ts';
import { BARE_DIALECT } from '../../../../../scripts/lab/bench/mcp/dialects.ts';
import { ownCallGenerator } from '../../../../../scripts/lab/bench/mcp/load-calls-own.ts';
import { createTemporaryFolder } from '../../../../../scripts/lab/bench/process/temporary-folder.ts';

test('our own generator makes calls in turn, and counts answers and failures', async () => {
  const ids: number[] = [];
  const tools: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { id, params } = JSON.parse(body);
    ids.push(id);
    tools.push(params.name);
    // Every fourth call gets the answer to another.
    response.end(JSON.stringify({ id: id % 4 === 0 ? id + 1 : id }));
  }).listen(0, '127.0.0.1');
  await using folder = createTemporaryFolder();
  try {
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const calls = ['one', 'two'].map((tool) =>
      createCall({ tool, input: {}, content: null }, BARE_DIALECT),
    );
    const url = `http://127.0.0.1:${port}/mcp`;
    const { run } = ownCallGenerator(folder.path);
    const load = await run({ url, calls, connections: 1, seconds: 0.1 });
    assert.ok(load.requests > 4);
    assert.equal(load.requests, ids.length);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(tools.slice(0, 4), ['one', 'two', 'one', 'two']);
    assert.equal(load.failures, ids.filter((id) => id % 4 === 0).length);
    assert.ok(load.bytes > load.requests * 50);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
