/** Thrown when an export or an option cannot be used: one sentence of what, why and what to do. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
}

/** Thrown when the command line itself is wrong, which has an exit code of its own. */
export class UsageRefusal extends ImportRefusal {}
