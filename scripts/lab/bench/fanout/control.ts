import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { type Child, startChild } from '../process/child.ts';
import { findFreePort } from '../process/free-port.ts';
import { waitForAnswer } from '../server/server.ts';

/** A program of this folder in a process of its own, which does what it is told. */
export type Controlled = AsyncDisposable & {
  readonly child: Child;
  /** Has a command done. Resolves to its result; rejects with what went wrong there. */
  readonly call: (command: string, input: unknown) => Promise<unknown>;
};

/** What a program can be told. */
export type Commands = Readonly<Record<string, (input: unknown) => unknown>>;

/** Starts a program that calls `serveCommands` with its first argument. */
export async function startControlled(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Controlled> {
  const port = await findFreePort();
  const file = join(import.meta.dirname, program);
  const child = await startChild(process.execPath, [file, String(port), ...args], { environment });
  const dispose = child[Symbol.asyncDispose];
  try {
    await waitForAnswer(`http://127.0.0.1:${port}`, child);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    child,
    call: (command, input) => send(port, command, input),
    [Symbol.asyncDispose]: dispose,
  };
}

/** Takes commands on a port until the process ends. */
export async function serveCommands(port: number, commands: Commands): Promise<void> {
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

/** A command may take minutes, so nothing here gives up. */
async function send(port: number, command: string, input: unknown): Promise<unknown> {
  const outgoing = request({ host: '127.0.0.1', port, path: `/${command}`, method: 'POST' });
  const answered = once(outgoing, 'response');
  outgoing.end(JSON.stringify(input));
  const [response] = await answered;
  const said = (await buffer(response)).toString();
  if (response.statusCode !== 200) throw new Error(`"${command}" failed: ${said}`);
  return JSON.parse(said);
}
