import { buildPagesInChild } from '../../sidecar/rebuild/build-pages-in-child.ts';

/** Has pages built as the service does, in a process that a test can kill. */
const [release = '', out = '', work = ''] = process.argv.slice(2);
await buildPagesInChild({
  script: new URL('../../scripts/build-pages.ts', import.meta.url).pathname,
  release,
  previous: undefined,
  out,
  work,
  timeoutMs: 120_000,
  signal: new AbortController().signal,
});
