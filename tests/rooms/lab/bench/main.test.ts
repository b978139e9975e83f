import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BENCHES } from '../../../../scripts/lab/bench/catalog.ts';
import { parseOptions } from '../../../../scripts/lab/bench/options.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';
import { runScript } from '../../../support/run-script.ts';

const SCRIPT = 'scripts/lab/bench/main.ts';

test('without a name the benchmarks are listed', () => {
  const { status, stdout } = runScript(SCRIPT);
  assert.equal(status, 0);
  for (const { name, about } of BENCHES) assert.ok(stdout.includes(name) && stdout.includes(about));
});

test('an unknown name is wrong usage, with a hint', () => {
  const { status, stdout, stderr } = runScript(SCRIPT, ['serch']);
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^No benchmark is called "serch" \(did you mean "search"\?\)/);
});

test('options are read', () => {
  assert.deepEqual(parseOptions(['search', '--sizes', '10_000, 100000', '--json', 'out.json']), {
    name: 'search',
    sizes: [10_000, 100_000],
    json: 'out.json',
  });
  assert.deepEqual(parseOptions([]), { name: undefined, sizes: undefined, json: undefined });
});

for (const args of [
  ['a', 'b'],
  ['a', '--sizes', ''],
  ['a', '--sizes', '0'],
  ['a', '--sizes', '1.5'],
  ['--x'],
]) {
  test(`[${args.join(' ')}] is wrong usage`, () => {
    assert.throws(() => parseOptions(args), isUsageError);
  });
}
