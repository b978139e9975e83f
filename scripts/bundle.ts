import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '../astro.config.mjs';
import { readConfig } from '../sidecar/config/config.ts';
import {
  bundleKey,
  bundlePlaces,
  findBundle,
  PROGRAM,
  writeBundle,
} from '../sidecar/render/bundle-folder.ts';
import { defineCommand, main } from './command.ts';

// Astro would report every build to its makers, and the process would wait for their answer.
process.env.ASTRO_TELEMETRY_DISABLED = '1';
// It still asks for the user's home, which units and containers may not have.
process.env.HOME ??= tmpdir();

const bundle = defineCommand({
  name: 'bundle',
  about: 'Bundles the pages ahead of the first start, unless they are bundled already.',
  usage: ['', '--state-dir DIR'],
  flags: {
    'state-dir': {
      type: 'string',
      value: 'DIR',
      about: 'the place if the folder of the program cannot be written (default: STATE_DIR)',
    },
  },
  exitCodes: {
    0: 'the pages are bundled',
    1: 'they could not be bundled; the message says why',
  },
  async run({ flags }, { now, readEnvironment }) {
    const stateDir = flags['state-dir'] ?? readConfig(readEnvironment()).stateDir;
    const places = bundlePlaces(stateDir);
    const key = bundleKey();
    const found = findBundle(places, key);
    if (found) return { lines: [`${found.folder}: the pages of this program are bundled already`] };
    const started = performance.now();
    const { folder } = await writeBundle(places, key, bundleInto, now);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return { lines: [`${folder}: the pages are bundled, ${seconds} s`] };
  },
});

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

await main(bundle);
