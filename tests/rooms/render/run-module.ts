import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';

type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a module of a few lines in a process of its own, to its end. */
export async function runModule(lifetime: Lifetime, source: string): Promise<Outcome> {
  const file = join(createFolder(lifetime), 'module.mjs');
  writeFileSync(file, source);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, stdout, stderr };
}
