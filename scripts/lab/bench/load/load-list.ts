import { join } from 'node:path';
import { finish, startChild } from '../process/child.ts';
import { Load } from './load.ts';

const PROGRAM = join(import.meta.dirname, 'load-list-run.ts');

export type LoadListSettings = {
  readonly origin: string;
  /** A file with a path a line. */
  readonly list: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
};

/**
 * Asks for each path of a list once, in its order, from a process of its own. Throws an Error where
 * any answer is not 200.
 */
export async function loadList(settings: LoadListSettings): Promise<Load> {
  await using child = await startChild(process.execPath, [PROGRAM, JSON.stringify(settings)]);
  return Load.parse(JSON.parse(await finish(child)));
}
