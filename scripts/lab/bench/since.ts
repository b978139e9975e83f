import { buildBenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import type { LoadGenerator } from './load/load.ts';
import { ownGenerator } from './load/load-own.ts';
import { findWrk } from './load/load-wrk.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { describeRun } from './run-notes.ts';
import { serveSidecar } from './server/serve-sidecar.ts';
import { measureBodies } from './since/bodies.ts';
import { measureRevalidation } from './since/revalidation.ts';
import { listDates } from './since/slices.ts';

const SIZES = [1000, 10_000];

/** GET /api/reviews/since/{date}, unchanged and whole, over loopback. */
export const bench: Bench = {
  name: 'since',
  about: 'reviews since a date: 304 and 200, against a static file of the same size',
  run: async ({ sizes = SIZES, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const notes = describeRun();
      await using folder = createTemporaryFolder();
      progress(`building a release of ${size} reviews`);
      const release = await buildBenchRelease(folder.path, size);
      const generator: LoadGenerator = (await findWrk(folder.path)) ?? ownGenerator;
      await using sidecar = await serveSidecar(release);
      const dates = await listDates(sidecar.origin);
      const subject = { size, sidecar, dates, generator, notes: [generator.note, ...notes] };
      progress('304 of slices');
      reports.push(await measureRevalidation(subject));
      progress('200 of slices');
      reports.push(await measureBodies(subject));
    }
    return reports;
  },
};
