/*
 * Each folder here is a story of commands: `args` has the lines as they are typed, `in/` the content
 * folder before, `out.txt` all that is printed, and `after/` the content folder afterwards, if
 * anything changed. `answers`, if it exists, has a person's answers, line by line; `env` more
 * variables. UPDATE=1 records out.txt and after/ again: read their diff like one of code.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder } from '../support/content-folder.ts';
import { playStory, readFolder } from './play-story.ts';

const HERE = import.meta.dirname;

const stories = readdirSync(HERE, { withFileTypes: true }).filter((one) => one.isDirectory());

for (const { name } of stories) {
  test(`the command prints and writes what is recorded: ${name}`, async (t) => {
    const story = join(HERE, name);
    const folder = createFolder(t);
    const content = join(folder, 'content');
    const before = join(story, 'in');
    if (existsSync(before)) cpSync(before, content, { recursive: true });
    const out = await playStory(story, folder);
    const after = readFolder(content);
    if (process.env.UPDATE) record(story, out, content);
    assert.equal(out, readFileSync(join(story, 'out.txt'), 'utf8'));
    const kept = [join(story, 'after'), before].find((one) => existsSync(one)) ?? before;
    assert.deepEqual(after, readFolder(kept));
  });
}

function record(story: string, out: string, content: string): void {
  writeFileSync(join(story, 'out.txt'), out);
  const after = join(story, 'after');
  rmSync(after, { recursive: true, force: true });
  const [was, is] = [readFolder(join(story, 'in')), readFolder(content)];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const filter = (path: string) => path !== join(content, '.git');
  if (existsSync(content)) cpSync(content, after, { recursive: true, filter });
}
