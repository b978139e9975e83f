import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { init } from '../../scripts/content/init/init.ts';
import { callCommand } from '../support/call-command.ts';
import { createFolder, saveFiles } from '../support/content-folder.ts';
import { REPOSITORY } from '../support/run-script.ts';
import { sampleReview } from '../support/sample-content.ts';

const Step = z.object({
  uses: z.string().default(''),
  run: z.string().optional(),
  'working-directory': z.string().default('.'),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Workflow = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(Step) })) });
const Script = z.object({ script: z.array(z.string()) });
const Pipeline = z.object({
  default: z.object({ before_script: z.array(z.string()) }),
  check: Script,
  pages: Script,
});

/** In the place of programs that need a network. */
const PROGRAMS = {
  npm: `#!/bin/sh
if [ "$1" != ci ]; then PATH=\${PATH#*:} exec npm "$@"; fi
[ "$*" = "ci --omit=dev" ] && ln -sfn ${REPOSITORY}node_modules ${REPOSITORY}.bundle .\n`,
  aws: '#!/bin/sh\necho "$@" >> ../aws.log\n',
};

/** A machine with the repository that `init` writes, and the program's with its tag. */
async function createRunner(t: TestContext) {
  const root = createFolder(t);
  const reviews = join(root, 'reviews');
  const facts = ['--name', 'Harbor Law', '--type', 'Attorney', '--time-zone', 'America/Chicago'];
  assert.equal((await callCommand(init, [reviews, ...facts])).code, 0);
  const program = join(root, 'program.git');
  const environment = {
    ...{ PATH: `${join(root, 'bin')}:${process.env.PATH}`, STATE_DIR: join(root, 'state') },
    ...{ TESTIMONY_REPOSITORY: program, PROGRAM: join(root, 'testimony'), BUCKET: 'bucket' },
    ...{ CI_PROJECT_DIR: reviews, BASE_URL: 'https://reviews.example' },
  };
  const run = (line: string, cwd = root) => {
    const env = { ...process.env, ...environment };
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', line];
    const { status, stdout, stderr } = spawnSync('bash', shell, { cwd, env, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
  saveFiles(join(root, 'bin'), PROGRAMS);
  for (const name of Object.keys(PROGRAMS)) chmodSync(join(root, 'bin', name), 0o755);
  assert.equal(run(`git clone -q --bare ${REPOSITORY} program.git`).status, 0);
  assert.equal(run('git tag -f v1.0.0 HEAD', program).status, 0);
  const rate = (rating: string) =>
    saveFiles(reviews, sampleReview('review-1', '2026-10-03', { rating }));
  /** The changes since the first release. */
  const changesIn = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).log.rows.length;
  return { root, reviews, program, run, rate, changesIn };
}

test('the workflow for GitHub refuses a mistake, and publishes one release after another', async (t) => {
  const { root, reviews, program, run, rate, changesIn } = await createRunner(t);
  const text = readFileSync(join(reviews, '.github/workflows/reviews.yml'), 'utf8');
  const bucket = text.slice(text.indexOf('      # - run: |')).replace(/^ {6}# /gm, '      ');
  /** Runs the steps of a job until one fails. */
  const play = (job: string, workflow = text) => {
    let last: ReturnType<typeof run> = { status: null, said: '' };
    for (const step of Workflow.parse(parse(workflow)).jobs[job]?.steps ?? []) {
      const { path = '', ref } = step.with;
      if (ref) run(`[ -e ${path} ] || git clone -q --branch ${ref} ${program} ${path}`);
      if (step.uses.startsWith('actions/upload-pages-artifact@')) {
        assert.ok(
          step.with['include-hidden-files'] && existsSync(join(root, `${path}/.well-known`)),
        );
      }
      if (step.run) last = run(step.run, join(root, step['working-directory']));
      if (last.status) break;
    }
    return last;
  };
  rate('5');
  assert.equal(play('check').status, 0);
  rate('6');
  const refused = play('check');
  assert.equal(refused.status, 1);
  assert.match(
    refused.said,
    /^::error file=\S*reviews\/reviews\/2026\/10\/2026-10-03-review-1\.md,line=5,/m,
  );

  for (const [index, rating] of ['5', '4'].entries()) {
    rate(rating);
    const { status, said } = play('publish', index === 0 ? text : `${text}\n${bucket}`);
    assert.equal(status, 0, said);
    assert.equal(changesIn(join(root, 'release')), index);
    const page = readFileSync(join(root, 'release/client/reviews/review-1/index.html'), 'utf8');
    assert.ok(page.includes('https://reviews.example/reviews/review-1/'));
  }
  const calls = readFileSync(join(root, 'aws.log'), 'utf8');
  assert.match(calls, /^s3 cp client\/reviews\.json s3:\/\/bucket\/reviews\.json --content-type /m);
  assert.doesNotMatch(calls, /manifest\.json|\.br /);
});

test('the pipeline for GitLab refuses a mistake, and publishes one release after another', async (t) => {
  const { root, reviews, run, rate, changesIn } = await createRunner(t);
  const text = readFileSync(join(reviews, '.gitlab-ci.yml'), 'utf8');
  const { default: first, check, pages } = Pipeline.parse(parse(text));
  const play = ({ script }: z.infer<typeof Script>) => {
    run('rm -rf testimony reviews/public');
    return run([...first.before_script, ...script].join('\n'), reviews);
  };
  rate('6');
  const refused = play(check);
  assert.equal(refused.status, 1);
  assert.match(refused.said, /2026-10-03-review-1\.md:5:\d+ error rating: /);
  for (const [index, rating] of ['5', '4'].entries()) {
    rate(rating);
    assert.equal(play(check).status, 0);
    const { status, said } = play(pages);
    assert.equal(status, 0, said);
    assert.equal(changesIn(join(root, 'reviews/.release')), index);
    assert.ok(existsSync(join(root, 'reviews/public/reviews/review-1/index.html')));
  }
});
