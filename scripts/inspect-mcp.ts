import { join } from 'node:path';
import { type Era, inspectEra } from './inspect-mcp/inspect-mcp.ts';
import { installInspector } from './inspect-mcp/inspector.ts';
import { createTemporaryFolder, REPOSITORY } from './lab/bench/process/process.ts';
import { BENCH_BASE_URL } from './lab/bench/release.ts';
import { serveSidecar } from './lab/bench/server/server.ts';

const ERAS: readonly Era[] = ['legacy', 'modern'];

/** Uses the MCP endpoint with the protocol's own Inspector, which is installed for the while. */
async function main(): Promise<void> {
  await using folder = createTemporaryFolder();
  const tell = (line: string) => process.stdout.write(`${line}\n`);
  process.stdout.write('Installing the Inspector (about 200 MB, for this run alone) ...\n');
  const inspector = await installInspector(folder.path);
  const release = {
    contentDir: join(REPOSITORY, 'content'),
    outDir: join(folder.path, 'release'),
    stateDir: join(folder.path, 'state'),
    baseUrl: BENCH_BASE_URL,
  };
  await using service = await serveSidecar(release, { mayBuild: true });
  for (const era of ERAS) await inspectEra({ inspector, origin: service.origin, era, tell });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`✘ ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
