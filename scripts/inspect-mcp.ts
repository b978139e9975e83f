import { type Era, inspectEra } from './inspect-mcp/inspect-mcp.ts';
import { installInspector, startDemonstration } from './inspect-mcp/inspector.ts';
import { createTemporaryFolder } from './lab/bench/process/process.ts';

const ERAS: readonly Era[] = ['legacy', 'modern'];

/** Uses the MCP endpoint with the protocol's own Inspector, which is installed for the while. */
async function main(): Promise<void> {
  await using folder = createTemporaryFolder();
  const tell = (line: string) => process.stdout.write(`${line}\n`);
  process.stdout.write('Installing the Inspector (about 200 MB, for this run alone) ...\n');
  const inspector = await installInspector(folder.path);
  await using service = await startDemonstration(folder.path);
  for (const era of ERAS) await inspectEra({ inspector, origin: service.origin, era, tell });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`✘ ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
