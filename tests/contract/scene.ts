import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUSINESS } from '../support/content-files.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';
import type { Lifetime } from '../support/lifetime.ts';
import { REPOSITORY } from '../support/run-script.ts';
import { loggedReleases, startService } from '../support/service.ts';
import { type Subscriber, startSubscriber } from '../support/subscriber.ts';
import { LOOPBACK_SUBSCRIBERS } from '../support/websub-hub.ts';

/** Where the service is, as far as it knows. */
export const BASE_URL = 'https://reviews.example';

/** A service, with content that may be edited. */
export type Started = {
  readonly url: string;
  readonly contentDir: string;
  /** How many releases have been published. */
  readonly releases: () => number;
};

/** A service with a copy of the demonstration, and what the transcripts are made with besides. */
export type Scene = Started & {
  readonly subscriber: Subscriber;
  /** A second service, which begins with a business alone. */
  readonly another: Started;
};

/** Starts the services as they are deployed, at one instant and without chance. */
export async function setScene(lifetime: Lifetime): Promise<Scene> {
  const folder = createFolder(lifetime);
  const contentDir = join(folder, 'content');
  cpSync(join(REPOSITORY, 'content'), contentDir, { recursive: true });
  const subscriber = await startSubscriber(lifetime);
  const least = createContentFolder(lifetime, { 'business.yaml': BUSINESS });
  const [demonstration, another] = await Promise.all([
    startAt(lifetime, contentDir, {
      ...LOOPBACK_SUBSCRIBERS,
      BASE_URL,
      MCP_SESSION_SECRET: 'the secret of all transcripts, of 32 bytes',
      MCP_CHATGPT_TOOLS: 'true',
    }),
    startAt(lifetime, least, { BASE_URL: 'http://localhost:8787' }),
  ]);
  return { ...demonstration, subscriber, another };
}

async function startAt(
  lifetime: Lifetime,
  contentDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Started> {
  const fixChance = pathToFileURL(join(import.meta.dirname, 'fix-chance.ts'));
  const { url, log } = await startService(lifetime, {
    content: contentDir,
    env: { ...env, NODE_OPTIONS: `--import ${fixChance}` },
  });
  return { url, contentDir, releases: () => loggedReleases(log).length };
}
