/**
 * A command was called in an invalid way. Its message names the fault; the command adds its usage.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** True if an error is about the command line: ours, or one of parseArgs of node:util. */
export function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  );
}
