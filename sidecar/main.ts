import { enableCompileCache } from 'node:module';

// Before anything else is loaded: half of the time to the first answer is compiling modules.
enableCompileCache();
const { isExpected, serve } = await import('./serve.ts');

try {
  await serve();
} catch (error) {
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = 1;
}
