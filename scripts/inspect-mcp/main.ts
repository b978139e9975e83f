import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../lab/bench/programs.ts';
import { startSidecar } from '../lab/bench/sidecar.ts';
import { type Era, inspectEra } from './inspect-mcp.ts';
import { installInspector } from './inspector.ts';

const ERAS: readonly Era[] = ['legacy', 'modern'];

/** Uses the MCP endpoint with the protocol's own Inspector, which is installed temporarily. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-inspector-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tell = (line: string) => process.stdout.write(`${line}\n`);
  process.stdout.write('Installing the Inspector (about 200 MB, for this run only) ...\n');
  const inspector = await installInspector(folder);
  await using service = await startSidecar({ contentDir: join(REPOSITORY, 'content'), folder });
  for (const era of ERAS) await inspectEra({ inspector, origin: service.origin, era, tell });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`✘ ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
