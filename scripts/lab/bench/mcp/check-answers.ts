import { Agent } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Call } from './call.ts';
import { FIRST_ID } from './call.ts';
import { messageOf, post } from './post.ts';

const Message = z.object({
  id: z.number(),
  result: z.object({
    isError: z.literal(false).optional(),
    structuredContent: z.unknown(),
    content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1),
  }),
});

/** The mean size of the answers to calls. */
export type AnswerSize = { readonly bodyBytes: number; readonly wireBytes: number };

/**
 * Makes every call once, several at a time, as the load does, and sees that each gets its own
 * answer: its id, the expected structured content, and the same as text. Throws an Error otherwise.
 */
export async function checkAnswers(
  url: string,
  calls: readonly Call[],
  connections: number,
): Promise<AnswerSize> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const sizes = await Promise.all(
      calls.map(async (call, index) => {
        const id = FIRST_ID + index;
        const body = `${call.before}${id}${call.after}`;
        const posted = await post(url, call.headers, body, agent);
        if (posted.status !== 200) {
          throw new Error(`it answers ${posted.status}: ${posted.body.slice(0, 500)}`);
        }
        const difference = findDifference(messageOf(posted), id, call.question.content);
        if (difference !== undefined) {
          throw new Error(`${body} got another answer than expected: ${difference}`);
        }
        return { bodyBytes: Buffer.byteLength(posted.body), wireBytes: posted.wireBytes };
      }),
    );
    const mean = (pick: (size: AnswerSize) => number) =>
      sizes.reduce((sum, size) => sum + pick(size), 0) / sizes.length;
    return { bodyBytes: mean((size) => size.bodyBytes), wireBytes: mean((size) => size.wireBytes) };
  } finally {
    agent.destroy();
  }
}

/** What is wrong with a message that answers a call; undefined where nothing is. */
export function findDifference(message: unknown, id: number, content: unknown): string | undefined {
  const read = Message.safeParse(message);
  if (!read.success) return JSON.stringify(message).slice(0, 500);
  const { result } = read.data;
  if (read.data.id !== id) return `it has the id ${read.data.id} instead of ${id}`;
  if (!isDeepStrictEqual(result.structuredContent, content)) {
    return `structuredContent is ${JSON.stringify(result.structuredContent).slice(0, 500)}`;
  }
  const [first] = result.content;
  return isDeepStrictEqual(JSON.parse(first?.text ?? 'null'), content)
    ? undefined
    : 'the text is not the structured content';
}
