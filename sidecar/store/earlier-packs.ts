import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Earlier versions kept releases in packs, a file each, below STATE_DIR/releases. Nothing is read of
 * them but how high ordinals were: they are made again of the content, and hold texts that were taken
 * down since.
 */
const PACK = /^(?:data|pages)-(\d{1,15})\.pack(?:\.building-\d+)?$/;
const WORK = 'work';

/** The highest ordinal that packs in a folder have; 0 where there are none. */
export function highestPack(stateDir: string): number {
  return Math.max(0, ...namesIn(stateDir).map((name) => Number(PACK.exec(name)?.[1] ?? 0)));
}

/**
 * Removes packs, and the folder where nothing else is in it. Returns whether there were any. Throws
 * the system's error where that cannot be done.
 */
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
