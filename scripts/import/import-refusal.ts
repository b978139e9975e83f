/** Thrown when an export or an option cannot be used: one sentence of what, why and what to do. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
}

/** Thrown when the command line itself is wrong, so that the exit code can tell. */
export class UsageRefusal extends ImportRefusal {}
