import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Ask } from '../../../../scripts/ask.ts';
import { type Command, runCommand } from '../../../../scripts/command.ts';
import { createNewReview } from '../../../../scripts/content/new-review.ts';
import { removeReview } from '../../../../scripts/content/remove-review.ts';
import { replyToReview } from '../../../../scripts/content/reply-to-review.ts';
import { restoreReview } from '../../../../scripts/content/restore-review.ts';
import { showStatus } from '../../../../scripts/content/status.ts';
import { verifyReviews } from '../../../../scripts/content/verify-reviews.ts';
import { createFastFolder } from '../../../support/content-folder.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import { BUSINESS } from '../import/run-in-folder.ts';

/** Chicago has the day before at this time. */
export const NOW = new Date('2026-10-07T03:00:00Z');

let drawn = 0;

const COMMANDS = {
  new: createNewReview((end) => drawn++ % end),
  remove: removeReview,
  restore: restoreReview,
  verify: verifyReviews,
  reply: replyToReview,
  status: showStatus,
};

type Ran = { readonly code: number; readonly out: string; readonly errors: string };

/** A content folder on which commands run. */
export class Folder {
  readonly root: string;

  constructor(test: Lifetime, files: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.root = join(createFastFolder(test), 'content');
    this.save({ 'business.yaml': BUSINESS, ...files });
  }

  save(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      writeFileSync(join(this.root, file), text);
    }
  }

  delete(file: string): void {
    rmSync(join(this.root, file));
  }

  has(file: string): boolean {
    return existsSync(join(this.root, file));
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  setMode(file: string, mode: number): void {
    chmodSync(join(this.root, file), mode);
  }

  modeOf(file: string): number {
    return statSync(join(this.root, file)).mode & 0o777;
  }

  /** Every file that is no part of git, by its path. */
  files(): Record<string, string> {
    const entries = readdirSync(this.root, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(this.root.length + 1))
      .filter((path) => !path.startsWith('.git/'));
    return Object.fromEntries(paths.sort().map((path) => [path, this.read(path)]));
  }

  /** Commits all files, and begins the history where there is none, in this folder or another. */
  commit(top = '.'): void {
    if (!existsSync(join(this.root, top, '.git'))) this.git('init', '--quiet', '--template=', top);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'Edit');
  }

  git(...args: string[]): string {
    const config = ['commit.gpgsign=false', 'core.hooksPath=/dev/null', 'gc.auto=0'];
    return execFileSync('git', [...config.flatMap((one) => ['-c', one]), ...args], {
      cwd: this.root,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: 'Ed',
        GIT_AUTHOR_EMAIL: 'ed@example.com',
        GIT_COMMITTER_NAME: 'Ed',
        GIT_COMMITTER_EMAIL: 'ed@example.com',
      },
    });
  }

  async run(name: keyof typeof COMMANDS, args: readonly string[] = [], ask?: Ask): Promise<Ran> {
    const command: Command = COMMANDS[name];
    const out: string[] = [];
    const errors: string[] = [];
    const code = await runCommand(command, [...args, '--content', this.root], {
      now: NOW,
      print: (text) => out.push(text),
      printError: (text) => errors.push(text),
      readEnvironment: () => ({}),
      ask,
    });
    return { code, out: out.join('\n'), errors: errors.join('\n') };
  }
}

/** A review file. */
export function review(id: string, changes: Readonly<Record<string, string>> = {}): string {
  const lines = {
    id,
    author: '{ name: Jane D. }',
    datePublished: '2026-09-01',
    rating: '5',
    source: '{ name: Google }',
    verification: '{ status: verified, method: platform-import, date: 2026-09-02 }',
    ...changes,
  };
  const text = Object.entries(lines).map(([key, value]) => `${key}: ${value}\n`);
  return `---\n${text.join('')}---\nThey called ${id} back.\n`;
}

/** A person who answers in this order. */
export function answering(...answers: readonly string[]): Ask {
  const left = [...answers];
  const next = (message: string): string => {
    const answer = left.shift();
    if (answer === undefined) throw new Error(`nobody answers: ${message}`);
    return answer;
  };
  return {
    async text({ message, initial, check }) {
      const answer = next(message) || (initial ?? '');
      const fault = check?.(answer);
      if (fault !== undefined) throw new Error(`${message} ${fault}`);
      return answer;
    },
    async choose({ message, options }) {
      const answer = next(message);
      const chosen = options.find(({ value }) => value === answer);
      if (!chosen) throw new Error(`${message} has no ${answer}`);
      return chosen.value;
    },
    confirm: async ({ message }) => next(message) === 'yes',
  };
}
