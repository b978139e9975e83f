import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createCallFaults } from '../support/call-faults.ts';
import type { Files } from '../support/content-files.ts';
import { createFolder } from '../support/content-folder.ts';
import { replaceFiles } from '../support/edit-content.ts';
import { type Service, spawnService, startListening } from '../support/service.ts';

/** Content that changes from edition to edition. */
export type Editions = {
  readonly filesOf: (edition: number) => Files;
  /** How many reviews tell of which edition they are: those with the lowest numbers. */
  readonly reviewsIn: (edition: number) => number;
  /** The next edition; `isSmall` where nothing is to follow its release. */
  readonly next: (after: number, isSmall?: boolean) => number;
};

/** Folders that outlive every process, and the processes that are started on them. */
export type Deployment = {
  readonly contentDir: string;
  /** Where releases and the hub's store lie. */
  readonly stateDir: string;
  /** Starts a service and waits until it listens. */
  readonly start: () => Promise<Service>;
  /** Starts a service and waits for nothing. */
  readonly begin: () => Promise<Omit<Service, 'url'>>;
  /** Has the next process, or the one that runs, die at a call. */
  readonly faults: ReturnType<typeof createCallFaults>;
  /** Makes the content another edition, as one change. */
  readonly edit: (edition: number) => void;
  readonly reviewsIn: Editions['reviewsIn'];
  /** What lies in STATE_DIR and does not belong there. */
  readonly leftovers: () => string[];
};

/** What a service keeps. */
const KEPT =
  /^(?:(?:lock|release\.sqlite)(?:-journal)?|lock\.pid|hub\.sqlite(?:-wal|-shm)?|mcp-session-secret)$/;

export function createDeployment(
  test: TestContext,
  editions: Editions,
  more: Readonly<Record<string, string>> = {},
): Deployment {
  const folder = createFolder(test);
  const contentDir = join(folder, 'content');
  const stateDir = join(folder, 'state');
  const faults = createCallFaults(folder);
  const gitLock = join(folder, '.git/index.lock');
  mkdirSync(join(folder, '.git'));

  const settings = { content: contentDir, env: { STATE_DIR: stateDir, ...faults.env, ...more } };
  return {
    contentDir,
    stateDir,
    start: () => startListening(test, settings),
    begin: () => spawnService(test, settings),
    faults,
    edit: (edition) => {
      // A checkout: what is watched is not looked at while git holds its lock.
      writeFileSync(gitLock, '');
      replaceFiles(contentDir, editions.filesOf(edition));
      rmSync(gitLock);
    },
    reviewsIn: editions.reviewsIn,
    leftovers: () => {
      const names = existsSync(stateDir) ? readdirSync(stateDir) : [];
      return names.filter((name) => !KEPT.test(name));
    },
  };
}
