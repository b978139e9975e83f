import type { BenchRelease } from '../bench-release.ts';
import type { DelayProbe } from '../publish/delay-probe.ts';
import { type ServingSidecar, serveSidecar } from '../server/serve-sidecar.ts';

/** Starts the sidecar on a release that does not change. */
export function servePages(
  release: BenchRelease,
  memory: 'remembers' | 'forgets',
  probe?: DelayProbe,
): Promise<ServingSidecar> {
  const pageMemory = memory === 'forgets' ? { PAGE_MEMORY_MB: '0' } : {};
  return serveSidecar(release, {
    environment: { WATCH: 'off', ...pageMemory, ...probe?.environment },
    ...(probe && { nodeArguments: probe.nodeArguments }),
  });
}
