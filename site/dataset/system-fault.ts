/** Problems of the system itself, whichever file is read, with remedies. */
export const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  EIO: 'the disk does not work; see the log of the system',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine; raise its limit (fs.file-max)',
  ENOMEM: 'there is no memory left; give this process more',
};

/** Returns the system's code of an error, such as ENOENT; undefined if it has none. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Returns true if the system failed, and not the content: the next attempt may succeed. */
export function isSystemFault(error: unknown): boolean {
  return describeSystemFault(error) !== undefined;
}

/** Returns the problem and its remedy, as part of a sentence; undefined for other errors. */
export function describeSystemFault(error: unknown): string | undefined {
  const code = systemCodeOf(error) ?? '';
  const advice = SYSTEM_FAULTS[code];
  return advice && `(${code}): ${advice}`;
}
