import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed with everything in it. */
export type TemporaryFolder = AsyncDisposable & { readonly path: string };

export function createTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'testimony-bench-'));
  // A server may run as a user of its own.
  chmodSync(path, 0o755);
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
