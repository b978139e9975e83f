import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask } from '../../../../scripts/ask.ts';
import { COMMANDS } from '../../../../scripts/commands.ts';
import { GIT, readFolder } from '../../../commands/play-story.ts';
import { callCommand } from '../../../support/call-command.ts';
import { createFastFolder, saveFiles } from '../../../support/content-folder.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import { BUSINESS } from '../import/run-in-folder.ts';

/** A content folder on which commands run. */
export class Folder {
  readonly root: string;

  constructor(test: Lifetime, files: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.root = join(createFastFolder(test), 'content');
    this.save({ 'business.yaml': BUSINESS, ...files });
  }

  save(files: Readonly<Record<string, string | Uint8Array>>): void {
    saveFiles(this.root, files);
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

  /** Every file that is no part of git, by its path. */
  files(): Readonly<Record<string, string>> {
    return readFolder(this.root);
  }

  /** Commits all files, and begins the history where there is none, in this folder or another. */
  commit(top = '.'): void {
    if (!existsSync(join(this.root, top, '.git'))) this.git('init', '--quiet', '--template=', top);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'Edit');
  }

  git(...args: string[]): string {
    const env = { ...process.env, ...GIT };
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', env });
  }

  async run(name: string, args: readonly string[] = [], ask?: Ask) {
    const command = await COMMANDS[name]?.();
    if (!command) throw new Error(`There is no command ${name}.`);
    return callCommand(command, [...args, '--content', this.root], { ask });
  }
}

const VERIFIED = '{ status: verified, method: platform-import, date: 2026-09-02 }';

/** A review file. */
export function review(id: string, verification = VERIFIED): string {
  return `---
id: ${id}
author: { name: Jane D. }
datePublished: 2026-09-01
rating: 5
source: { name: Google }
verification: ${verification}
---
They called ${id} back.
`;
}
