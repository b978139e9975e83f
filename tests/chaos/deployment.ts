import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Files } from '../support/content-files.ts';
import { replaceFiles } from '../support/content-folder.ts';
import { createDeployment as createPlaces } from '../support/deployment.ts';
import { spawnService } from '../support/service.ts';

/** Content that changes from edition to edition. */
export type Editions = {
  readonly filesOf: (edition: number) => Files;
  /** How many reviews tell of which edition they are: those with the lowest numbers. */
  readonly reviewsIn: (edition: number) => number;
  /** The next edition; `isSmall` where nothing is to follow its release. */
  readonly next: (after: number, isSmall?: boolean) => number;
};

/** What a service keeps. */
const KEPT =
  /^(?:(?:lock|release\.sqlite)(?:-journal)?|lock\.pid|published\.json|hub\.sqlite(?:-wal|-shm)?|mcp-session-secret)$/;

export type Deployment = ReturnType<typeof createDeployment>;

/** A deployment whose content goes through editions, and whose processes die. */
export function createDeployment(
  test: TestContext,
  { filesOf, reviewsIn }: Editions,
  env: Readonly<Record<string, string>> = {},
) {
  const deployment = createPlaces(test, {}, env);
  const { folder, contentDir, stateDir, settings } = deployment;
  const gitLock = join(folder, '.git/index.lock');
  mkdirSync(join(folder, '.git'));
  return {
    ...deployment,
    start: () => deployment.start({ until: 'listening' }),
    /** Starts a service and waits for nothing. */
    begin: () => spawnService(test, settings),
    /** Makes the content another edition, as one change. */
    edit: (edition: number) => {
      // A checkout: what is watched is not looked at while git holds its lock.
      writeFileSync(gitLock, '');
      replaceFiles(contentDir, filesOf(edition));
      rmSync(gitLock);
    },
    reviewsIn,
    /** What lies in STATE_DIR and does not belong there. */
    leftovers: () => {
      const names = existsSync(stateDir) ? readdirSync(stateDir) : [];
      return names.filter((name) => !KEPT.test(name));
    },
  };
}
