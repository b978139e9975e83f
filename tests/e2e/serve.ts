import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The content of the demonstration, of a business that writes Spanish first. */
async function writeSpanishContent(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'testimony-es-'));
  await cp('content', folder, { recursive: true });
  const business = join(folder, 'business.yaml');
  const text = await readFile(business, 'utf8');
  await writeFile(business, text.replace('[en, es, vi]', '[es, en]'));
  return folder;
}

/** Starts two for all workers, in English and in Spanish. Returns what ends them. */
export default async function serveAll(): Promise<() => Promise<void>> {
  const content = await writeSpanishContent();
  const services = await Promise.all([serve('content'), serve(content)]);
  const [english, spanish] = services;
  process.env.SERVICE_URL = english.url;
  process.env.SPANISH_SERVICE_URL = spanish.url;
  return async () => {
    await Promise.all(services.map(({ stop }) => stop()));
    await rm(content, { recursive: true });
  };
}
