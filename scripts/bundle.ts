import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import config from '../astro.config.mjs';
import { ConfigError, readConfig } from '../sidecar/config/config.ts';
import {
  bundleKey,
  bundlePlaces,
  findBundle,
  PROGRAM,
  writeBundle,
} from '../sidecar/render/bundle-folder.ts';
import { isUsageError } from './usage-error.ts';

const USAGE = 'Usage: npm run bundle [-- --state-dir DIR]';
const HELP = `Bundles the pages ahead of the first start, unless they are bundled already.

${USAGE}

--state-dir is the place if the folder of the program cannot be written (default: STATE_DIR).

Exit codes:
  0  the pages are bundled
  1  they could not be bundled; the message says why`;

// Astro would report every build to its makers, and the process would wait for their answer.
process.env.ASTRO_TELEMETRY_DISABLED = '1';
// It still asks for the user's home, which units and containers may not have.
process.env.HOME ??= tmpdir();

/** Bundles the pages ahead of the first start, unless they are bundled already. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'state-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const places = bundlePlaces(values['state-dir'] ?? readConfig().stateDir);
  const key = bundleKey();
  const found = findBundle(places, key);
  if (found) {
    console.log(`${found.folder}: the pages of this program are bundled already`);
    return;
  }
  const started = performance.now();
  const { folder } = await writeBundle(places, key, bundleInto, new Date());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${folder}: the pages are bundled, ${seconds} s`);
}

/** Writes into the folder only: the program may be in a read-only place. */
async function bundleInto(outDir: string): Promise<void> {
  const { build } = await import('astro');
  // Without sync, Astro writes no types beside the sources.
  const options: Parameters<typeof build>[1] & { readonly sync: boolean } = { sync: false };
  const cacheDir = join(outDir, 'cache');
  await build(
    { ...config, root: PROGRAM, configFile: false, outDir, cacheDir, logLevel: 'error' },
    options,
  );
  await rm(cacheDir, { recursive: true, force: true });
}

try {
  await main();
} catch (error) {
  if (isUsageError(error)) console.error(`${error.message}\n${USAGE}`);
  else console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
