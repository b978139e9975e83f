import { z } from 'zod';
import { isExpected, serve } from '../../sidecar/serve.ts';

/** What a service that tests start has of its own; all else is as it is deployed. */
const ServeOptions = z.strictObject({
  /** The module of the rebuild thread. */
  worker: z.url().optional(),
  /** What makes the bundle of the pages where there is none. */
  bundleScript: z.string().optional(),
});
export type ServeOptions = z.infer<typeof ServeOptions>;

const { worker, bundleScript } = ServeOptions.parse(JSON.parse(process.argv[2] ?? '{}'));
try {
  await serve({
    ...(worker !== undefined && { worker: new URL(worker) }),
    ...(bundleScript !== undefined && { bundleScript }),
  });
} catch (error) {
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = 1;
}
