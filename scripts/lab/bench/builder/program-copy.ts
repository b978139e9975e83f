import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../process/child.ts';

/** What bundling reads. */
const PARTS = [
  'site',
  'sidecar',
  'scripts/bundle.ts',
  'scripts/usage-error.ts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Copies as much of the program as can be bundled into a new folder, without a bundle. */
export function copyProgram(folder: string): void {
  mkdirSync(folder);
  for (const part of PARTS) cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
}
