import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFolder } from '../support/content-folder.ts';
import type { Lifetime } from '../support/lifetime.ts';
import { REPOSITORY } from '../support/run-script.ts';
import { startService } from '../support/service.ts';
import { type Subscriber, startSubscriber } from '../support/subscriber.ts';
import { LOOPBACK_SUBSCRIBERS } from '../support/websub-hub.ts';

/** Where the service is, as far as it knows. */
export const BASE_URL = 'https://reviews.example';

/** The service under test and its surroundings. */
export type Scene = {
  readonly url: string;
  /** A copy of the demonstration, which may be edited. */
  readonly contentDir: string;
  /** Changes the content under the lock of git, so that the service reads all of the change or none. */
  readonly edit: (change: () => void) => void;
  readonly subscriber: Subscriber;
  /** The warnings and errors logged so far, each message once. */
  readonly faults: () => string;
};

/** Starts the service as it is deployed, with the demonstration, at one instant and without chance. */
export async function setScene(lifetime: Lifetime): Promise<Scene> {
  const folder = createFolder(lifetime);
  const contentDir = join(folder, 'content');
  cpSync(join(REPOSITORY, 'content'), contentDir, { recursive: true });
  mkdirSync(join(folder, '.git'));
  const edit = (change: () => void) => {
    const lock = join(folder, '.git/index.lock');
    writeFileSync(lock, '');
    change();
    rmSync(lock);
  };
  const subscriber = await startSubscriber(lifetime);
  const fixChance = pathToFileURL(join(import.meta.dirname, 'fix-chance.ts'));
  const { url, log } = await startService(lifetime, {
    content: contentDir,
    env: {
      ...LOOPBACK_SUBSCRIBERS,
      BASE_URL,
      MCP_SESSION_SECRET: 'the secret of all transcripts, of 32 bytes',
      MCP_CHATGPT_TOOLS: 'true',
      MCP_ALLOWED_ORIGINS: 'https://app.example',
      NODE_OPTIONS: `--import ${fixChance}`,
    },
  });
  const faults = () => {
    const found = log.filter(({ level }) => Number(level) >= 40).map(({ msg }) => String(msg));
    return [...new Set(found)].toSorted().join('\n');
  };
  return { url, contentDir, edit, subscriber, faults };
}
