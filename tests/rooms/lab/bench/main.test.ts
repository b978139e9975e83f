import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScript } from '../../../support/run-script.ts';

const run = (...args: string[]) => runScript('scripts/lab/bench/main.ts', args);

test('without a name the benchmarks are listed', () => {
  const { status, stdout } = run();
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: npm run bench -- NAME/);
  assert.match(stdout, /^ {2}search +a mixed set of searches/m);
  assert.equal(stdout.match(/^ {2}\w/gm)?.length, 11);
});

for (const { args, message } of [
  { args: ['serch'], message: /^No benchmark is called "serch" \(did you mean "search"\?\)/ },
  { args: ['a', 'b'], message: /^Name one benchmark at a time\./ },
  { args: ['a', '--sizes', ''], message: /^--sizes takes whole numbers/ },
  { args: ['a', '--sizes', '1_000,0'], message: /\(got "0"\)/ },
  { args: ['a', '--sizes', '1.5'], message: /\(got "1\.5"\)/ },
  { args: ['--x'], message: /'--x'/ },
]) {
  test(`[${args.join(' ')}] is wrong usage`, () => {
    const { status, stdout, stderr } = run(...args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, message);
  });
}
