import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HttpError } from '../../../../sidecar/http/http-error.ts';
import { rasterizeSvg } from '../../../../sidecar/render/threads/rasterize-svg.ts';
import {
  MAX_WAITING_IMAGES,
  RASTER_WORKER,
  Rasterizer,
} from '../../../../sidecar/render/threads/rasterizer.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { createSupervised } from '../../../support/manual-clock.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const DYING = new URL('./dying-rasterizer.ts', import.meta.url);

const svgOf = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="${fill}" d="M0 0h40v20H0z"/></svg>`;
const SVG = svgOf('#7a2318');

function create(t: TestContext, worker = RASTER_WORKER) {
  const supervised = createSupervised();
  const rasterizer = new Rasterizer({ supervisor: supervised.supervisor, worker });
  atEnd(t, () => rasterizer.close());
  return { rasterizer, ...supervised };
}

const isUnavailable = (error: unknown) =>
  error instanceof HttpError && error.status === 503 && error.headers['Retry-After'] === '5';

test('images are those that a build makes, in the order in which they are asked for', async (t) => {
  const { rasterizer, lines } = create(t);
  assert.equal(rasterizer.isRunning, false);
  const svgs = ['#fff', '#7a2318', '#000'].map(svgOf);
  const made = await Promise.all(svgs.map(rasterizer.rasterize));
  assert.deepEqual(made, svgs.map(rasterizeSvg));
  assert.deepEqual(lines, []);
});

test('what is no image is refused, and the thread goes on', async (t) => {
  const { rasterizer, supervisor } = create(t);
  const [refused, made] = await Promise.allSettled(['<svg', SVG].map(rasterizer.rasterize));
  const reason: unknown = refused?.status === 'rejected' && refused.reason;
  assert.match(String(reason), /An image cannot be made/);
  assert.match(String(reason instanceof Error && reason.cause), /SVG/);
  assert.equal(made?.status, 'fulfilled');
  assert.deepEqual(supervisor.faults, []);
});

test('where the thread dies there are no images until the supervisor has started it again', async (t) => {
  const { rasterizer, supervisor, clock, lines } = create(t, DYING);
  await rasterizer.rasterize(SVG);
  await Promise.all(
    ['die', SVG].map((svg) => assert.rejects(rasterizer.rasterize(svg), isUnavailable)),
  );
  await waitUntil('it is reported', () => supervisor.faults.length > 0);
  await assert.rejects(rasterizer.rasterize(SVG), isUnavailable);
  assert.deepEqual(
    supervisor.faults.map(({ kind, code, message }) => [kind, code, message.slice(0, 38)]),
    [['thread', 'THREAD_DIED', 'the thread that makes images: it died,']],
  );
  assert.match(String(lines[0]?.cause), /It dies of this image/);
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  assert.deepEqual(await rasterizer.rasterize(SVG), rasterizeSvg(SVG));
});

test('one image more than may wait is refused', async (t) => {
  const { rasterizer } = create(t);
  const asked = Array.from({ length: MAX_WAITING_IMAGES }, () => rasterizer.rasterize(SVG));
  await assert.rejects(rasterizer.rasterize(SVG), isUnavailable);
  assert.equal((await Promise.all(asked)).length, MAX_WAITING_IMAGES);
});
