import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';

/** What runs others, and tools that have help of their own. */
const OTHERS = /^(?:pre.*|test(?::.*)?|check(?::types)?|format)$/;

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(
  JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')),
);
const commands = Object.entries(scripts).filter(([name]) => !OTHERS.test(name));

for (const [name, script] of commands) {
  test(`npm run ${name} says how it is called where --help is given, and does nothing else`, (t) => {
    const [, file = '', given] = /node (\S+)(?: (\S+))?$/.exec(script) ?? [];
    const cwd = createFolder(t);
    const { status, stdout, stderr } = runScript(file, [...(given ? [given] : []), '--help'], cwd);
    assert.deepEqual([status, stderr], [0, '']);
    const called = name === 'start' ? 'npm start' : `npm run ${name}`;
    assert.ok(stdout.includes(called), stdout);
    assert.match(stdout, /exit code/i);
  });
}

test('there are as many commands as are known', () => {
  assert.ok(commands.length >= 20, commands.map(([name]) => name).join());
});
