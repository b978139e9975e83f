import type { Lifetime } from './lifetime.ts';
import type { ServeOptions } from './serve-with.ts';
import { type Service, type ServiceSettings, startListening } from './service.ts';

/** Starts a service of which some parts are a test's own, and waits until it listens. */
export function startServiceWith(
  lifetime: Lifetime,
  options: ServeOptions,
  settings: ServiceSettings = {},
): Promise<Service> {
  const command = ['tests/support/serve-with.ts', JSON.stringify(options)];
  return startListening(lifetime, { ...settings, command });
}
