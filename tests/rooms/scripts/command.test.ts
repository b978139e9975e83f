import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../../scripts/ask.ts';
import {
  CONTENT_FLAGS,
  CommandError,
  defineCommand,
  runCommand,
} from '../../../scripts/command.ts';

const greet = defineCommand({
  name: 'greet',
  about: 'Greets somebody.',
  usage: ['NAME [--tone TONE]'],
  flags: {
    ...CONTENT_FLAGS,
    tone: { type: 'string', value: 'TONE', about: 'how', allowed: ['kind', 'stern'] },
  },
  args: { least: 1, most: 1, name: 'NAME' },
  details: 'Nobody is greeted twice.',
  exitCodes: { 0: 'somebody was greeted', 1: 'nobody was' },
  async run({ flags, args: [name = ''] }, { ask }) {
    if (name === 'nobody') throw new CommandError('nobody is there; name somebody.');
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

async function call(args: readonly string[], ask?: Ask) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(greet, args, {
    now: new Date(0),
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
    readEnvironment: () => ({}),
    ask,
  });
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

test('a command prints lines for people', async () => {
  const { code, out, errors } = await call(['Ann', '--tone', 'stern']);
  assert.deepEqual({ code, out, errors }, { code: 0, out: 'Hello, Ann.\nstern', errors: '' });
});

test('with --json it prints one document, asks nothing, and reports errors in one, too', async () => {
  const { out } = await call(['Ann', '--json', '--dry-run'], ASK);
  assert.deepEqual(JSON.parse(out), { name: 'Ann', tone: 'kind', dry: true });
  const failed = await call(['nobody', '--json']);
  assert.equal(failed.code, 1);
  assert.deepEqual(JSON.parse(failed.out), { error: 'nobody is there; name somebody.' });
});

test('a question is asked where somebody watches', async () => {
  assert.equal((await call(['Ann'], ASK)).out, 'Hello, Ann.\nstern');
});

test('help names each flag with its values, and what the exit codes mean', async () => {
  const { code, out } = await call(['--help']);
  assert.equal(code, 0);
  assert.match(out, /npm run greet -- NAME \[--tone TONE\]/);
  assert.match(out, /--content DIR/);
  assert.match(out, /--tone TONE +how: kind, stern/);
  assert.match(out, /1 +nobody was\n +2 +invalid usage/);
  for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
});

const WRONG: readonly (readonly [string[], RegExp])[] = [
  [['Ann', '--tome', 'x'], /There is no option --tome \(did you mean "--tone"\?\)/],
  [['Ann', '--tone', 'rude'], /--tone must be one of kind, stern, not "rude"/],
  [['Ann', '--tone'], /--tone needs a value; write --tone TONE/],
  [['Ann', '--tone', '--json'], /--tone needs a value/],
  [['Ann', '--tone', '---'], /--tone has a value that begins with --; write --tone=VALUE/],
  [['Ann', '--dry-run=yes'], /--dry-run does not take a value/],
  [['Ann', '--tone', 'kind', '--tone', 'stern'], /--tone is given more than once/],
  [['Ann', 'Bob'], /"Bob" is unexpected: greet takes one NAME/],
  [[], /NAME is missing/],
];

for (const [args, message] of WRONG) {
  test(`a wrong call ends with 2 and how to call it: ${args.join(' ') || 'nothing'}`, async () => {
    const { code, out, errors } = await call(args);
    assert.equal(code, 2);
    assert.match(out + errors, message);
    if (!args.includes('--json')) assert.match(errors, /Usage:\n {2}npm run greet -- NAME/);
  });
}
