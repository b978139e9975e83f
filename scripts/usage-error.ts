/** A command was called wrongly. Its message says what is wrong; the command adds how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Whether an error says that the command line is wrong: ours, or one of node:util parseArgs. */
export function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  );
}
