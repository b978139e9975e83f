import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { installPeer, peerFile } from '../../scripts/peers/peers.ts';
import { createFolder } from './content-folder.ts';
import type { Lifetime } from './lifetime.ts';
import { REPOSITORY } from './run-script.ts';

const Check = z.object({
  id: z.string(),
  status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
  errorMessage: z.string().optional(),
});
type Check = z.infer<typeof Check>;

/** What the official suite has found. */
export type Conformance = {
  readonly code: number | null;
  readonly output: string;
  /** The checks of each scenario that was run, by its name. */
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
};

/** Where the scenarios stand that cannot pass with a revision, as they need a server of their own. */
export function baselineOf(version: string): string {
  return join(REPOSITORY, `tests/outside/conformance/baseline-${version}.yml`);
}

/**
 * Runs all server scenarios of a protocol revision. The code is 0 where exactly the scenarios of
 * the baseline fail.
 */
export async function runConformance(
  lifetime: Lifetime,
  url: string,
  version: string,
): Promise<Conformance> {
  installPeer('conformance', (line) => process.stderr.write(`${line}\n`));
  const folder = createFolder(lifetime);
  const child = spawn(
    process.execPath,
    [
      peerFile('conformance', 'dist/index.js'),
      'server',
      ...['--url', url],
      ...['--suite', 'all'],
      ...['--spec-version', version],
      ...['--expected-failures', baselineOf(version)],
      ...['--output-dir', folder],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code, output: (await said).join('\n'), scenarios: readScenarios(folder) };
}

/** Each scenario has a folder that is named after it and the time. */
function readScenarios(folder: string): ReadonlyMap<string, readonly Check[]> {
  return new Map(
    readdirSync(folder).map((name) => {
      const checks: unknown = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'));
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1] ?? name;
      return [scenario, z.array(Check).parse(checks)];
    }),
  );
}
