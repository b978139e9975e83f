import type { BenchRelease } from '../bench-release.ts';
import { type ServingSidecar, serveSidecar } from '../server/serve-sidecar.ts';

/** Requests in flight, ours and the peer's; each has a connection of its own. */
export const CONCURRENCY = 64;

export type SidecarSettings = {
  /** The authority that callbacks are checked against. */
  readonly certificate: string;
  /** What node is told before the program. */
  readonly nodeArguments?: readonly string[];
};

/** Starts the service on a release and its content. Its limits let one host have all there is. */
export function startHubSidecar(
  release: BenchRelease,
  { certificate, nodeArguments = [] }: SidecarSettings,
): Promise<ServingSidecar> {
  return serveSidecar(release, {
    nodeArguments,
    environment: {
      WATCH: 'content',
      HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
      HUB_CONCURRENCY: String(CONCURRENCY),
      HUB_CONCURRENCY_PER_HOST: String(CONCURRENCY),
      HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: certificate,
    },
  });
}
