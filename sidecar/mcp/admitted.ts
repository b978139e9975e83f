import type { Request, Response } from 'express';
import type { RawHeaders } from '../http/headers.ts';

/** A request that has passed the gate. */
export type Admitted = {
  readonly request: Request;
  readonly response: Response;
  /** The CORS headers of the answer. */
  readonly cors: RawHeaders;
  /** Who asks, as far as limits are concerned. */
  readonly client: string;
};
