import { z } from 'zod';
import { Issue } from './issue.ts';

/**
 * The body of every error: the members of problem details (RFC 9457 §3.1) and the specification's
 * array of issues.
 */
export const ErrorBody = z
  .strictObject({
    type: z.string().describe('A URI of the kind of problem, or about:blank.'),
    title: z.string().describe('The reason phrase of the status.'),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What happened, and what to do.'),
    issues: z.array(Issue).describe('What is wrong, piece by piece; may be empty.'),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;
