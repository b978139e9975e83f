import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ListenError, listen } from '../../../sidecar/listen.ts';
import { atEnd } from '../../support/at-end.ts';
import { runService } from '../../support/service.ts';

test('port 0 picks a free one', async (t) => {
  const servers = [createServer(), createServer()];
  atEnd(t, () => {
    for (const server of servers) server.close();
  });
  const ports = await Promise.all(servers.map((server) => listen(server, 0, '127.0.0.1')));
  assert.ok(ports.every((port) => port > 0));
  assert.notEqual(ports[0], ports[1]);
});

test('an address of another machine is refused with a reason', async () => {
  await assert.rejects(listen(createServer(), 0, '192.0.2.1'), (error) => {
    assert.ok(error instanceof ListenError);
    assert.match(error.message, /^Port 0 of 192\.0\.2\.1 cannot be used: /);
    return true;
  });
});

test('a port that is taken ends the process with a clear message', async (t) => {
  const server = createServer();
  atEnd(t, () => server.close());
  const port = await listen(server, 0, '127.0.0.1');
  const { code, stderr } = await runService(t, { env: { PORT: String(port) } });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `Port ${port} of 127.0.0.1 cannot be used: another process has it; set PORT.\n`,
  );
});
