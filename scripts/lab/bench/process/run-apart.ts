import { execFile } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { z } from 'zod';

/** Longer than a million documents take PostgreSQL. */
const LONGEST_MILLISECONDS = 15 * 60_000;
const RESULT_BYTES = 1 << 24;

/**
 * Runs a program in a process of its own, so that no subject has another's memory or compiled code, and
 * reads the JSON that it writes. What it fails by is a `failure`.
 */
export async function runApart<Result>(
  program: URL,
  args: readonly string[],
  schema: z.ZodType<Result>,
): Promise<Result | { readonly failure: string }> {
  const heap = Math.floor((totalmem() / 2 ** 20) * 0.6);
  const flags = ['--expose-gc', `--max-old-space-size=${heap}`];
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...flags, fileURLToPath(program), ...args],
      { timeout: LONGEST_MILLISECONDS, maxBuffer: RESULT_BYTES },
    );
    return schema.parse(JSON.parse(stdout));
  } catch (error) {
    const [failure = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { failure };
  }
}
