/**
 * Preloaded into every test file: one that is still running after half an hour, which is longer
 * than the longest takes, is ended with a word on what keeps it. Without that a forgotten server or
 * process would hold the whole run until somebody looks: the runner's own time limits are those of
 * tests, and end no file whose tests have ended.
 */
const longestMs = Number(process.env.TEST_FILE_LIMIT_MS ?? 1_800_000);

setTimeout(() => {
  const held = process.getActiveResourcesInfo().join(', ');
  console.error(`${process.argv[1]} has not ended within ${longestMs} ms. It is held by: ${held}`);
  process.exit(1);
}, longestMs).unref();
