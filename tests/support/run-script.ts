import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a script of this project, such as `scripts/main.ts`, to its end. */
export function runScript(
  script: string,
  args: readonly string[] = [],
  cwd: string = REPOSITORY,
  env: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${REPOSITORY}${script}`, ...args],
    { cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return { status, stdout, stderr };
}
