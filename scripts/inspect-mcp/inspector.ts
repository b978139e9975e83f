import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Outcome } from './outcome.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const INSTALL_MILLISECONDS = 5 * 60_000;
const CALL_MILLISECONDS = 60_000;

/** Runs the Inspector's command line on a server. */
export type Inspector = (url: string, args: readonly string[]) => Promise<Outcome>;

/** Installs the Inspector into a folder, about 200 MB. Throws an Error where that fails. */
export async function installInspector(folder: string): Promise<Inspector> {
  const home = join(folder, 'home');
  mkdirSync(home);
  const cache = { npm_config_cache: join(folder, 'cache') };
  const find = ['--yes', '--package', INSPECTOR, '--call', 'command -v mcp-inspector'];
  const installed = await run('npx', find, { env: cache, milliseconds: INSTALL_MILLISECONDS });
  const path = installed.stdout.trim();
  if (installed.exitCode !== 0 || path === '') {
    throw new Error(`npx could not install ${INSPECTOR}: ${installed.stderr}`);
  }
  // It keeps a folder of its own in the home folder.
  const env = { HOME: home };
  return (url, args) => {
    const target = ['--cli', url, '--transport', 'http', '--quiet', '--format', 'json'];
    return run(process.execPath, [path, ...target, ...args], {
      env,
      milliseconds: CALL_MILLISECONDS,
    });
  };
}

async function run(
  command: string,
  args: readonly string[],
  settings: { readonly env: Readonly<Record<string, string>>; readonly milliseconds: number },
): Promise<Outcome> {
  const child = spawn(command, args, {
    env: { ...process.env, ...settings.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: settings.milliseconds,
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: child.exitCode, stdout, stderr };
}
