import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '../../support/run-script.ts';

export const BASE_URL = 'https://reviews.harborlaw.example';

type Outcome = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

type Settings = {
  readonly baseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs `scripts/build.ts` to its end, as `npm run build` does. */
export async function runBuild(
  content: string,
  out: string,
  { baseUrl = BASE_URL, env = {} }: Settings = {},
): Promise<Outcome> {
  const options = ['--content', content, '--out', out, '--base-url', baseUrl];
  const child = spawn(process.execPath, ['scripts/build.ts', ...options], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
  });
  const [stdout, stderr, status] = await Promise.all([
    Array.fromAsync(child.stdout),
    Array.fromAsync(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    }),
  ]);
  return {
    status,
    stdout: Buffer.concat(stdout).toString(),
    stderr: Buffer.concat(stderr).toString(),
  };
}

/** Every file in a folder by its path, in order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The digest of every file in a folder, by its path. */
export function digestsIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesIn(folder).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}

/** The time of every file in a folder, by its path. */
export function timesIn(folder: string): Record<string, number> {
  return Object.fromEntries(
    filesIn(folder).map((file) => [file, statSync(join(folder, file)).mtimeMs]),
  );
}
