import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HttpError } from '../../../../sidecar/http/http-error.ts';
import { POOL_WORKER, Pool } from '../../../../sidecar/pool/pool.ts';
import { rasterizeSvg } from '../../../../sidecar/render/threads/rasterize-svg.ts';
import {
  createRasterizer,
  MAX_WAITING_IMAGES,
} from '../../../../sidecar/render/threads/rasterizer.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { createSupervised } from '../../../support/manual-clock.ts';

const TROUBLED = new URL('../../pool/troubled-worker.ts', import.meta.url);

const svgOf = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="${fill}" d="M0 0h40v20H0z"/></svg>`;
const SVG = svgOf('#7a2318');

function create(t: TestContext, worker = POOL_WORKER) {
  const supervised = createSupervised();
  const { supervisor } = supervised;
  const pool = new Pool({ supervisor, worker });
  atEnd(t, () => pool.close());
  const rasterize = createRasterizer({ supervisor, pool });
  return { rasterize, ...supervised };
}

const isUnavailable = (error: unknown) =>
  error instanceof HttpError && error.status === 503 && error.headers['Retry-After'] === '5';

test('images are those that a build makes, in the order in which they are asked for', async (t) => {
  const { rasterize, lines } = create(t);
  const svgs = ['#fff', '#7a2318', '#000'].map(svgOf);
  const made = await Promise.all(svgs.map(rasterize));
  assert.deepEqual(made, svgs.map(rasterizeSvg));
  assert.deepEqual(lines, []);
});

test('where the thread dies images are unavailable, which is a fault of the thread', async (t) => {
  const { rasterize, supervisor } = create(t, TROUBLED);
  const asked = ['die', SVG].map((svg) => assert.rejects(rasterize(svg), isUnavailable));
  await Promise.all(asked);
  await assert.rejects(rasterize(SVG), isUnavailable);
  assert.deepEqual(
    supervisor.faults.map(({ code }) => code),
    ['THREAD_DIED'],
  );
});

test('without native code images are unavailable, which is one fault, and the thread goes on', async (t) => {
  const { rasterize, supervisor, lines } = create(t, TROUBLED);
  const asked = [SVG, SVG, SVG].map((svg) => assert.rejects(rasterize(svg), isUnavailable));
  await Promise.all(asked);
  assert.deepEqual(
    supervisor.faults.map(({ kind, code }) => [kind, code]),
    [['rendering', 'NO_NATIVE_CODE']],
  );
  assert.equal(lines.length, 1);
  assert.match(String(lines[0]?.cause), /Failed to load native binding/);
});

test('one image more than may wait is refused', async (t) => {
  const { rasterize } = create(t);
  const asked = Array.from({ length: MAX_WAITING_IMAGES }, () => rasterize(SVG));
  await assert.rejects(rasterize(SVG), isUnavailable);
  assert.equal((await Promise.all(asked)).length, MAX_WAITING_IMAGES);
});
