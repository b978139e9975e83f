import { createHash } from 'node:crypto';

/** One short word for a topic and a callback; equal for equal pairs alone. */
export function pairKey({ topic, callback }: { topic: string; callback: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([topic, callback]))
    .digest('base64url');
}
