import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Stage } from '../../sidecar/publish/messages.ts';
import type { Files } from '../support/content-files.ts';
import { createFolder } from '../support/content-folder.ts';
import { replaceFiles } from '../support/edit-content.ts';
import { type Service, spawnService, startListening } from '../support/service.ts';
import type { DeadlyStage } from './die-when-told.ts';

const ENTRY = fileURLToPath(new URL('./serve-and-die.ts', import.meta.url));

/** Content that changes from edition to edition. */
export type Editions = {
  readonly filesOf: (edition: number) => Files;
  /** How many reviews tell of which edition they are: those with the lowest numbers. */
  readonly reviewsIn: (edition: number) => number;
  /** The next edition, of which a rebuild gets as far as it is to be killed. */
  readonly next: (after: number, at: Stage | number) => number;
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
  /** Has the next process, or the one that runs, die at a stage. */
  readonly dieAt: (stage: DeadlyStage) => void;
  readonly hasReached: () => boolean;
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
  const dieFile = join(folder, 'die-at');
  const gitLock = join(folder, '.git/index.lock');
  mkdirSync(join(folder, '.git'));

  const env = { STATE_DIR: stateDir, TESTIMONY_TEST_DIE_AT: dieFile, ...more };
  const settings = { content: contentDir, env, command: [ENTRY] };
  return {
    contentDir,
    stateDir,
    start: () => startListening(test, settings),
    begin: () => spawnService(test, settings),
    dieAt: (stage) => {
      rmSync(`${dieFile}-reached`, { force: true });
      writeFileSync(dieFile, stage);
    },
    hasReached: () => existsSync(`${dieFile}-reached`),
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
