import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** A bundling that does what a file says, see BundleMode, and makes another when it is called. */
const modeFile = process.env.TESTIMONY_TEST_BUNDLING ?? '';
const made = process.env.TESTIMONY_TEST_BUNDLE ?? '';
const mode = () => readFileSync(modeFile, 'utf8');

const { values } = parseArgs({ options: { 'state-dir': { type: 'string' } } });
while (mode() === 'hold') await elapse(10);
if (mode() === 'give') {
  cpSync(made, join(String(values['state-dir']), 'bundle', basename(made)), { recursive: true });
} else {
  console.error(`The styles in ${made} are missing; the test asked for it.`);
  process.exitCode = 1;
}
