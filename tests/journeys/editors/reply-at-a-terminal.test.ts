import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { ENTER, hasTerminals, openTerminal } from '../../support/terminal.ts';

/** Line ends as terminals paste them. */
for (const end of ['\r', '\n', '\r\n']) {
  test(`nothing of a pasted reply is lost: ${JSON.stringify(end)}`, async (t) => {
    if (!hasTerminals()) return t.skip('NOT TESTED: python3 opens the pseudo-terminal');
    const cwd = createFolder(t);
    cpSync(join(REPOSITORY, 'tests/commands/reply-asked/in'), cwd, { recursive: true });
    const command = [process.execPath, join(REPOSITORY, 'scripts/main.ts'), 'reply', 'google-a1'];
    const terminal = openTerminal(t, command, { cwd, env: { CONTENT_DIR: '.' } });
    await terminal.sees('a dot on a line by itself');
    terminal.press(['Dear Jane,', '', 'Thank\tyou! 👍🏽', '.', 'The team', '.'].join(end), ENTER);
    assert.equal(await terminal.ended(), 0);
    const text = readFileSync(join(cwd, 'reviews/2026/09/2026-09-01-google-a1.md'), 'utf8');
    assert.match(text, /Dear Jane,\n\n +Thank\tyou! 👍🏽\n +\.\n +The team\n/);
  });
}
