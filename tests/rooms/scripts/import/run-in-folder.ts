import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { loadContent } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { World } from '../../../../scripts/command.ts';
import { createImport } from '../../../../scripts/import/import.ts';
import { callCommand } from '../../../support/call-command.ts';
import { createFolder as createEmptyFolder } from '../../../support/content-folder.ts';

export const FIXTURES = join(import.meta.dirname, '../../../fixtures/import');

export const BUSINESS = `id: quill-anchor
name: Quill & Anchor Law
description: A small practice.
url: https://quill-anchor.example/
timeZone: America/Chicago
knowsLanguage: [en]
feedAuthority: quill-anchor.example,2026
`;

/** No random one, so that what is written is the same each time. */
const SECRET = 'not-a-secret-but-as-long-as-one-has-to-be-0';

/** A temporary folder with the content of a business, and the command run on it. */
export type Folder = {
  readonly root: string;
  readonly content: string;
  readonly write: (file: string, text: string | Uint8Array) => string;
  readonly run: (...args: string[]) => Promise<Run>;
  /** Imports reviews as Google states them. */
  readonly google: (reviews: unknown, ...args: string[]) => Promise<Run>;
  readonly csv: (table: string | Uint8Array, ...args: string[]) => Promise<Run>;
  /** Every file below the content folder, by its path. */
  readonly files: () => Map<string, string>;
  readonly load: () => Content;
  readonly reviewBy: (sourceId: string) => StoredReview;
  readonly fileBy: (sourceId: string) => string;
};

export type Run = { readonly code: number; readonly out: string; readonly errors: string };

export function createFolder(context: TestContext, business: string | null = BUSINESS): Folder {
  const root = createEmptyFolder(context);
  const content = join(root, 'content');
  const write = (file: string, text: string | Uint8Array): string => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  if (business !== null) write('content/business.yaml', business);
  const files = () => readFiles(content);
  const load = () => loadContent(content).content;
  const find = (sourceId: string): [string, string] => {
    const found = [...files()].find(([, text]) => text.includes(`id: ${sourceId}`));
    if (!found) throw new Error(`no file holds the source id ${sourceId}`);
    return found;
  };
  const run: Folder['run'] = (...args) =>
    runAt(new Date('2026-10-06T12:00:00Z'), [...args, '--content', content]);
  return {
    root,
    content,
    write,
    files,
    load,
    run,
    google: (reviews, ...args) =>
      run(write('reviews.json', JSON.stringify([reviews].flat())), ...args),
    csv: (table, ...args) => run(write('in.csv', table), ...args),
    fileBy: (sourceId) => join(content, find(sourceId)[0]),
    reviewBy: (sourceId) => {
      const review = load().reviews.find(({ source }) => source.id === sourceId);
      if (!review) throw new Error(`no review has the source id ${sourceId}`);
      return review;
    },
  };
}

/** Runs the command at a time of the test's choosing. */
export async function runAt(
  now: Date,
  args: readonly string[],
  world: Partial<World> = {},
): Promise<Run> {
  return callCommand(
    createImport(() => SECRET),
    args,
    { now, ...world },
  );
}

function readFiles(root: string): Map<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    names.sort().map((name) => [name.slice(root.length + 1), readFileSync(name, 'utf8')]),
  );
}
