import { createLifetime } from '../support/lifetime.ts';
import { startService } from '../support/service.ts';

/** A service in a process of its own. */
export type Service = { readonly url: string; readonly stop: () => Promise<void> };

/** Tests ask more than a client may in a minute. */
const ENV = { BASE_URL: '', RATE_LIMIT_PER_MINUTE: '0' };

/** Starts a service at the address where it listens, and waits until it serves content. */
export async function serve(content: string): Promise<Service> {
  const { lifetime, stop } = createLifetime();
  const { logged } = await startService(lifetime, { content, env: ENV });
  const { url } = await logged('serving');
  return { url: String(url), stop };
}

/** Starts a service that waits for its first release. */
export async function serveNothing(): Promise<Service> {
  const { lifetime, stop } = createLifetime();
  const env = { ...ENV, WATCH: 'release' };
  const { url } = await startService(lifetime, { content: 'content', env, until: 'listening' });
  return { url, stop };
}

/** Starts one for all workers. Returns what ends it. */
export default async function serveAll(): Promise<() => Promise<void>> {
  const { url, stop } = await serve('content');
  process.env.SERVICE_URL = url;
  return stop;
}
