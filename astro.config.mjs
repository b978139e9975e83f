import { publicOrigin, readConfig } from './sidecar/config.ts';
import { createAstroConfig } from './site/astro-config.ts';
import { readManifest } from './site/release/manifest-file.ts';

const config = readConfig();
const { contentDir, outDir } = config;

export default createAstroConfig(
  {
    baseUrl: publicOrigin(config),
    contentDir,
    previous: readManifest(outDir),
    now: () => new Date(),
  },
  outDir,
);
