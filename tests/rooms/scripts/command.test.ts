import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../../scripts/ask.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../../../scripts/command.ts';
import { callCommand } from '../../support/call-command.ts';

const greet = defineCommand({
  name: 'greet',
  about: 'Greets a person.',
  usage: ['NAME [--tone TONE]'],
  flags: {
    ...CONTENT_FLAGS,
    tone: { type: 'string', value: 'TONE', about: 'how', allowed: ['kind', 'stern'] },
  },
  args: { least: 1, most: 1, name: 'NAME' },
  details: 'Nobody is greeted twice.',
  exitCodes: { 0: 'a person was greeted', 1: 'nobody was' },
  async run({ flags, args: [name = ''] }, { ask }) {
    if (name === 'nobody') throw new CommandError('nobody is there; name a person.');
    const tone = flags.tone ?? (await ask?.text({ message: 'Which tone?' })) ?? 'kind';
    return { lines: [`Hello, ${name}.`, tone], data: { name, tone, dry: flags['dry-run'] } };
  },
});

const ASK: Ask = {
  text: async () => 'stern',
  choose: async ({ options: [first] }) => {
    if (!first) throw new Error('There is nothing to choose.');
    return first.value;
  },
  confirm: async () => true,
};

const call = (args: readonly string[], ask?: Ask) => callCommand(greet, args, { ask });

test('a command prints lines for people', async () => {
  const { code, out, errors } = await call(['Ann', '--tone', 'stern']);
  assert.deepEqual({ code, out, errors }, { code: 0, out: 'Hello, Ann.\nstern', errors: '' });
});

test('with --json it prints one document, asks nothing, and reports errors in one, too', async () => {
  const { out } = await call(['Ann', '--json', '--dry-run'], ASK);
  assert.deepEqual(JSON.parse(out), { name: 'Ann', tone: 'kind', dry: true });
  const failed = await call(['nobody', '--json']);
  assert.equal(failed.code, 1);
  assert.deepEqual(JSON.parse(failed.out), { error: 'nobody is there; name a person.' });
});

test('help shows each call and option, its values, and the meanings of the exit codes', async () => {
  const { code, out } = await call(['--help']);
  assert.equal(code, 0);
  assert.match(out, /^Usage: npm run greet -- NAME \[--tone TONE\]\n/);
  assert.match(out, /--content <DIR> /);
  assert.match(out, /--tone <TONE> +how \(choices: "kind", "stern"\)/);
  assert.match(out, /1 {2}nobody was\n {2}2 {2}invalid usage$/);
  for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
});

const WRONG: readonly (readonly [string[], RegExp])[] = [
  [['Ann', '--tome', 'x'], /unknown option '--tome' \(did you mean --tone\?\)/],
  [['Ann', '--tone', 'rude'], /'rude' is invalid\. Allowed choices are kind, stern/],
  [['Ann', '--tone', '--json'], /argument '--json' is invalid\. Its value is missing/],
  [['Ann', '--content', ''], /argument '' is invalid\. It is empty/],
  [['Ann', '--tone', 'kind', '--tone', 'stern'], /'stern' is invalid\. Give it once/],
  [['Ann', 'Bob'], /too many arguments\. Expected 1 argument but got 2: Ann, Bob/],
  [[], /missing required argument 'NAME'/],
];

for (const [args, message] of WRONG) {
  test(`a wrong call ends with 2 and its usage: ${args.join(' ') || 'nothing'}`, async () => {
    const { code, out, errors } = await call(args);
    assert.equal(code, 2);
    assert.match(out + errors, message);
    if (!args.includes('--json')) assert.match(errors, /\nUsage: npm run greet -- NAME/);
  });
}

test('an option that npm kept for itself is noticed, before anything is done', async () => {
  const npm = (variables: Record<string, string>) =>
    callCommand(greet, ['Ann'], { variables: { npm_lifecycle_event: 'greet', ...variables } });
  const { code, errors } = await npm({ npm_config_dry_run: 'true', npm_config_tone: 'kind' });
  assert.equal(code, 2);
  assert.match(errors, /did not pass on --dry-run, --tone\. Put -- before .* npm run greet -- \./);
  const other = { npm_lifecycle_event: 'test', npm_config_dry_run: 'true' };
  assert.equal((await npm(other)).code, 0);
});
