import { spawnSync } from 'node:child_process';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

type Options = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
};

/** Runs a program of others to its end. Returns what it prints; throws with what it complains of. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input }: Options = {},
): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (error) throw error;
  if (status === 0) return stdout;
  const said = `${stdout}\n${stderr}`.trim().slice(-2000);
  throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${said}`);
}
