import { join } from 'node:path';
import type { AstroInlineConfig } from 'astro';
import { createBaseConfig } from './base-config.ts';
import { pagesHandedTo, type TakeFile } from './pages-integration.ts';

/** The configuration of a build of pages alone, which writes nothing outside its own folder. */
export function createPagesConfig(
  baseUrl: string,
  workDir: string,
  take: TakeFile,
): AstroInlineConfig {
  return {
    ...createBaseConfig(baseUrl, join(workDir, 'out'), pagesHandedTo(take)),
    cacheDir: join(workDir, 'cache'),
  };
}
