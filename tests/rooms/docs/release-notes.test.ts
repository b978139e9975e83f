import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const Workflow = z.object({
  jobs: z.object({
    release: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }),
  }),
});

test('the tag of this version is released with its section of the changelog', (t) => {
  const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  const changelog = join(REPOSITORY, 'CHANGELOG.md');
  const [, newest = ''] = /^## (.+)$/m.exec(readFileSync(changelog, 'utf8')) ?? [];
  assert.match(newest, new RegExp(`^${version} \\(\\d{4}-\\d\\d-\\d\\d\\)$`));

  const workflow = readFileSync(join(REPOSITORY, '.github/workflows/release.yml'), 'utf8');
  const { steps } = Workflow.parse(parse(workflow)).jobs.release;
  const notes = steps.find(({ run }) => run?.includes('notes.md'))?.run ?? '';
  const cwd = createFolder(t);
  copyFileSync(changelog, join(cwd, 'CHANGELOG.md'));
  const release = (tag: string) =>
    execFileSync('bash', ['-ec', notes], { cwd, env: { ...process.env, GITHUB_REF_NAME: tag } });
  release(`v${version}`);
  const text = readFileSync(join(cwd, 'notes.md'), 'utf8');
  assert.match(text, /^### Upgrade from /m);
  assert.doesNotMatch(text, /^## /m);
  assert.throws(() => release('v0.0.9'), 'a tag without a section is not released');
});
