import type { AstroInlineConfig } from 'astro';
import { createBaseConfig } from './base-config.ts';
import { type ReleaseSettings, releaseInFolder } from './integration.ts';

/** The configuration of a build into a folder, for the Astro command line and for `npm run build`. */
export function createAstroConfig(settings: ReleaseSettings, outDir: string): AstroInlineConfig {
  return createBaseConfig(settings.baseUrl, outDir, releaseInFolder(settings));
}
