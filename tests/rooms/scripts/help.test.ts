import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { COMMANDS } from '../../../scripts/commands.ts';
import { callCommand } from '../../support/call-command.ts';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';

/** What runs others, and tools that have help of their own. */
const OTHERS = /^(?:pre.*|test(?::.*)?|check(?::types)?|format|lighthouse)$/;

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(
  JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')),
);
const commands = Object.entries(scripts).filter(([name]) => !OTHERS.test(name));

for (const [name, script] of commands) {
  test(`npm run ${name} says how it is called where --help is given, and does nothing else`, async (t) => {
    const load = script === `node scripts/main.ts ${name}` ? COMMANDS[name] : undefined;
    const [, file = ''] = /node (\S+)$/.exec(script) ?? [];
    const called = load
      ? await callCommand(await load(), ['--help'])
      : runHelp(file, createFolder(t));
    assert.deepEqual([called.code, called.errors], [0, '']);
    const stdout = called.out;
    assert.ok(stdout.includes(name === 'start' ? 'npm start' : `npm run ${name}`), stdout);
    assert.match(stdout, /exit code/i);
  });
}

function runHelp(file: string, cwd: string) {
  const { status, stdout, stderr } = runScript(file, ['--help'], cwd);
  return { code: status, out: stdout, errors: stderr };
}

test('there are as many commands as are known', () => {
  assert.ok(commands.length >= 20, commands.map(([name]) => name).join());
});
