import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../support/run-script.ts';
import { findProgram } from './debian.ts';
import { runProgram } from './run-program.ts';

const UNIT = join(REPOSITORY, 'scripts/deploy/testimony.service');
/** Of 10, which is a service without any protection. */
const MOST_EXPOSED = 2.5;

const program = findProgram('systemd-analyze');
const skip = program ? {} : { skip: 'NOT TESTED: there is no systemd-analyze; install systemd' };

test('systemd has nothing to say against the unit', skip, () => {
  assert.equal(runProgram('sh', ['-c', `systemd-analyze verify '${UNIT}' 2>&1`]), '');
});

test('systemd finds the unit hardly exposed', skip, () => {
  const told = runProgram('systemd-analyze', ['security', '--offline=true', '--no-pager', UNIT]);
  const [, exposure] = /exposure level for testimony\.service: (\d+\.\d+)/.exec(told) ?? [];
  assert.ok(Number(exposure) <= MOST_EXPOSED, told);
});
