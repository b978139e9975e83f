import { join } from 'node:path';
import { BASE_URL, type Server, start, startServer } from './programs.ts';

/** As in the image and the unit (scripts/deploy). */
const FLAGS = ['--max-semi-space-size=2'];
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '16777216',
};

/**
 * Starts the sidecar without rate limits, with `release` and `state` of a folder as its OUT_DIR and
 * STATE_DIR, and waits until its release and its pages are served.
 */
export function startSidecar({
  contentDir,
  folder,
  environment,
  isReady = hasPages,
}: {
  readonly contentDir: string;
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly isReady?: (origin: string) => Promise<boolean>;
}): Promise<Server> {
  const launch = (port: number) =>
    start(process.execPath, [...FLAGS, 'sidecar/main.ts'], {
      environment: {
        ...{ PORT: `${port}`, HOST: '127.0.0.1', BASE_URL, CONTENT_DIR: contentDir },
        ...{ OUT_DIR: join(folder, 'release'), STATE_DIR: join(folder, 'state') },
        ...{ RATE_LIMIT_PER_MINUTE: '0', ...ALLOCATOR, ...environment },
      },
    });
  return startServer(launch, isReady);
}

export async function hasPages(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`);
  return response.ok && (await response.text()).includes('"pages":"ready"');
}
