import { join } from 'node:path';
import { startChild } from '../../process/child.ts';
import { findFreePort } from '../../process/free-port.ts';
import { type Server, waitForAnswer } from '../../server/server.ts';
import type { PeerSettings } from './review-desk.ts';

/** Starts the program of a peer in this folder and waits until it answers. */
export async function servePeer(
  program: string,
  settings: Omit<PeerSettings, 'port'>,
): Promise<Server> {
  const port = await findFreePort();
  const path = join(import.meta.dirname, program);
  const child = await startChild(process.execPath, [path, JSON.stringify({ ...settings, port })]);
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitForAnswer(origin, child);
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
  return { origin, pid: child.pid, [Symbol.asyncDispose]: child[Symbol.asyncDispose] };
}
