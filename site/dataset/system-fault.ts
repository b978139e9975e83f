/** What the system says where it fails itself, whatever file is asked for, and what to do. */
export const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  EIO: 'the disk does not work; the log of the system says more',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine; raise its limit (fs.file-max)',
  ENOMEM: 'there is no memory left; give this process more',
};

/** The system's code of an error, such as ENOENT; undefined of one that has none. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Whether the system failed, which is no fault of what was to be read: it may go well again. */
export function isSystemFault(error: unknown): boolean {
  return describeSystemFault(error) !== undefined;
}

/** What failed and what to do, to stand in a sentence; undefined of any other error. */
export function describeSystemFault(error: unknown): string | undefined {
  const code = systemCodeOf(error) ?? '';
  const told = Object.hasOwn(SYSTEM_FAULTS, code) ? SYSTEM_FAULTS[code] : undefined;
  return told && `(${code}): ${told}`;
}
