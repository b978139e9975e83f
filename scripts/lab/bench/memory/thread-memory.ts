import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What a thread holds, in MB. */
export type ThreadMemory = {
  readonly name: string;
  /** What it uses of its heap. */
  readonly used: number;
  /** What its heap has of the system. */
  readonly reserved: number;
  /** Buffers beside it, without those that threads share. */
  readonly buffers: number;
};

const PROBE = fileURLToPath(new URL('./thread-probe.mjs', import.meta.url));
/** One that has not written for so long has ended. */
const STALE_MILLISECONDS = 2_000;

const Written = z.object({
  name: z.string(),
  at: z.number(),
  used: z.number(),
  reserved: z.number(),
  arrayBuffers: z.number(),
});

/** What has every thread of a process write what it holds into a folder. */
export function probeEnvironment(folder: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${PROBE}`, MEMORY_PROBE_FOLDER: folder };
}

/** What the threads that live have written last, the server's first. */
export function readThreads(folder: string, now = Date.now()): ThreadMemory[] {
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  return readdirSync(folder)
    .flatMap((file) => readWritten(join(folder, file)) ?? [])
    .filter(({ at }) => now - at < STALE_MILLISECONDS)
    .map(({ name, used, reserved, arrayBuffers }) => ({
      name,
      used: megabytes(used),
      reserved: megabytes(reserved),
      buffers: megabytes(arrayBuffers),
    }))
    .sort((a, b) => Number(b.name === 'server') - Number(a.name === 'server'));
}

/** It may be written at this very moment. */
function readWritten(file: string): z.output<typeof Written> | undefined {
  try {
    return Written.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
