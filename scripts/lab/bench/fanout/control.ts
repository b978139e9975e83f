import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ask } from '../load/ask.ts';
import { startChild } from '../process/process.ts';
import { startServer } from '../server/server.ts';

export async function startControlled(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const file = join(import.meta.dirname, program);
  const server = await startServer((port) =>
    startChild(process.execPath, [file, String(port), ...args], { environment }),
  );
  // A command may take minutes, so nothing here gives up.
  const call = async (command: string, input: unknown): Promise<unknown> => {
    const url = `${server.origin}/${command}`;
    const { status, body } = await ask({ url, headers: {}, body: JSON.stringify(input) });
    if (status !== 200) throw new Error(`"${command}" failed: ${body}`);
    return JSON.parse(body.toString());
  };
  return { ...server, call };
}

export async function serveCommands(
  port: number,
  commands: Readonly<Record<string, (input: unknown) => unknown>>,
): Promise<void> {
  const server = createServer(async (incoming, response) => {
    try {
      const command = commands[incoming.url?.slice(1) ?? ''];
      const input = await text(incoming);
      if (!command) response.writeHead(404).end();
      else response.end(JSON.stringify((await command(JSON.parse(input))) ?? null));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
