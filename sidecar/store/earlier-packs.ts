import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Earlier versions kept releases in packs, a file each, below STATE_DIR/releases. Only their ordinals
 * are used: the releases are made again from the content, and they hold texts that were taken down.
 */
const PACK = /^(?:data|pages)-(\d{1,15})\.pack(?:\.building-\d+)?$/;
const WORK = 'work';

/** The highest ordinal of the packs in a folder; 0 for none. */
export function highestPack(stateDir: string): number {
  return Math.max(0, ...namesIn(stateDir).map((name) => Number(PACK.exec(name)?.[1] ?? 0)));
}

/** Removes packs, and their folder if it is empty then. Returns whether there were any. */
export function removePacks(stateDir: string): boolean {
  const folder = join(stateDir, 'releases');
  const ours = namesIn(stateDir).filter((name) => PACK.test(name) || name === WORK);
  for (const name of ours) rmSync(join(folder, name), { recursive: true, force: true });
  if (ours.length > 0 && namesIn(stateDir).length === 0) rmdirSync(folder);
  return ours.length > 0;
}

function namesIn(stateDir: string): string[] {
  const folder = join(stateDir, 'releases');
  return existsSync(folder) ? readdirSync(folder) : [];
}
