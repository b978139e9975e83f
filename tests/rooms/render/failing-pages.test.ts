import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askPage } from '../../../sidecar/render/asked-page.ts';
import { FailingPages, MAX_FAILING } from '../../../sidecar/render/failing-pages.ts';
import { createSupervised } from '../../support/manual-clock.ts';

/** Pages that fail until a test removes them from `broken`. */
function createFailing(broken: ReadonlySet<string>) {
  const { supervisor, clock, lines } = createSupervised();
  const rendered: string[] = [];
  const failing: FailingPages = new FailingPages({
    supervisor,
    mend: async () => {},
    render: async (page) => {
      rendered.push(page.key);
      if (broken.has(page.key)) failing.fail(page);
      else failing.succeed(page);
    },
  });
  for (const key of broken) failing.fail(askPage(key));
  return { supervisor, clock, lines, rendered };
}

test('pages are rendered again in turn, up to the first that fails again', async () => {
  const broken = new Set(['/a/', '/b/', '/c/']);
  const { supervisor, clock, rendered, lines } = createFailing(broken);
  await clock.advance(1_000);
  assert.deepEqual(rendered, ['/a/']);
  broken.delete('/a/');
  await clock.advance(2_000);
  assert.deepEqual(rendered, ['/a/', '/a/', '/b/']);
  broken.clear();
  await clock.advance(4_000);
  assert.deepEqual(rendered.slice(3), ['/b/', '/c/']);
  assert.deepEqual(supervisor.faults, []);
  const said = lines.map(({ line }) => line.split('; it is tried again in ')[1] ?? line);
  assert.deepEqual(said, ['1 s', '2 s', '4 s', 'a page: works again']);
});

test('no more pages that fail are remembered than the bound', async () => {
  const broken = new Set(Array.from({ length: MAX_FAILING + 5 }, (_, index) => `/${index}/`));
  const { supervisor, clock, rendered } = createFailing(broken);
  broken.clear();
  await clock.advance(1_000);
  assert.equal(rendered.length, MAX_FAILING);
  assert.deepEqual(supervisor.faults, []);
});
