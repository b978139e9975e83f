import { HUB_PATH } from '#artifacts/catalog.ts';
import description from '../../package.json' with { type: 'json' };

/** How requests to callbacks say who sends them: operators of subscribers look for it. */
export function createUserAgent(baseUrl: string): string {
  return `Testimony/${description.version} (+${baseUrl}${HUB_PATH})`;
}
