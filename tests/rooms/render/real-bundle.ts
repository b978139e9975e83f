import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBundle } from '../../../sidecar/render/bundle.ts';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';

/**
 * The module of the real pages, made where nobody has made them yet, and moved to where no package
 * can be found.
 */
export async function moveRealBundle(lifetime: Lifetime): Promise<string> {
  const folder = createFolder(lifetime);
  const script = join(REPOSITORY, 'scripts/bundle.ts');
  const settings = { stateDir: join(folder, 'state'), script, tell: () => {} };
  const bundle = await ensureBundle(settings, new AbortController().signal);
  const moved = join(folder, 'moved');
  cpSync(bundle.folder, moved, { recursive: true });
  return join(moved, 'server/entry.mjs');
}
