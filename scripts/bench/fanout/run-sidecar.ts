import { join } from 'node:path';
import { serve } from '../../../sidecar/serve.ts';

// The service as `npm start` runs it, but for page builds: the peer has none beside it either.

await serve({
  pageBuild: { script: join(import.meta.dirname, 'no-pages.ts'), timeoutMs: 10_000 },
});
