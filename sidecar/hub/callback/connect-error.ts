/** A callback's address is none that callbacks may have. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** Too many requests went to a callback's network of late. */
export class CrowdedNetworkError extends Error {
  override readonly name = 'CrowdedNetworkError';
}

/** A callback's name has no address, or nobody could say. The cause tells which. */
export class UnresolvedNameError extends Error {
  override readonly name = 'UnresolvedNameError';
}

/** A connection was not made. The cause tells why. */
export class UnconnectedError extends Error {
  override readonly name = 'UnconnectedError';
  /** Whether something took the connection, so that only TLS failed. */
  readonly wasReached: boolean;

  constructor(wasReached: boolean, cause: unknown) {
    super(wasReached ? 'TLS failed.' : 'No connection was made.', { cause });
    this.wasReached = wasReached;
  }
}
