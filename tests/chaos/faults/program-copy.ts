import { cpSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleKey } from '../../../sidecar/render/bundle-folder.ts';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';

const PARTS = [
  'sidecar',
  'site',
  'scripts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
];
const SCRIPT = fileURLToPath(new URL('./bundle-on-demand.ts', import.meta.url));

/** Bundling waits for another mode, ends with an error, or gives what is made already. */
export type BundleMode = 'hold' | 'fail' | 'give';

/**
 * The program as it is installed elsewhere, without a bundle of its pages, and with a bundling of the
 * test's own. What it has installed is shared.
 */
export function copyProgram(lifetime: Lifetime, mode: BundleMode) {
  const folder = createFolder(lifetime);
  for (const part of PARTS) {
    cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true });
  }
  cpSync(SCRIPT, join(folder, 'scripts/bundle.ts'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  const made = makeBundle();
  const modeFile = join(folder, 'bundling');
  const bundling = (next: BundleMode) => {
    // Never empty, whenever it is read.
    writeFileSync(`${modeFile}.new`, next);
    renameSync(`${modeFile}.new`, modeFile);
  };
  bundling(mode);
  return {
    /** The arguments of Node.js that start it. */
    command: [join(folder, 'sidecar/main.ts')],
    env: { TESTIMONY_TEST_BUNDLING: modeFile, TESTIMONY_TEST_BUNDLE: made },
    /** Changes the way in which pages are bundled from here on. */
    bundling,
  };
}

/** The folder of this program's bundle, which is made if it is missing. */
function makeBundle(): string {
  const { status, stderr } = runScript('scripts/bundle.ts');
  if (status !== 0) throw new Error(`The pages cannot be bundled:\n${stderr}`);
  return join(REPOSITORY, '.bundle', bundleKey());
}
