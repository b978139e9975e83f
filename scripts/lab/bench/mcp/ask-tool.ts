import { Agent } from 'node:http';
import { z } from 'zod';
import { sessionDialect } from './dialects.ts';
import { messageOf, post } from './post.ts';
import type { Question } from './questions.ts';
import { openSessions } from './sessions.ts';

const Message = z.object({ result: z.object({ structuredContent: z.unknown() }) });

/** Asks once, in a session of its own, and resolves with the structured content. */
export async function askTool(url: string, question: Question): Promise<unknown> {
  const [session = ''] = await openSessions(url, 1);
  const dialect = sessionDialect(session);
  const params = dialect.paramsFor(question);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const agent = new Agent();
  try {
    const posted = await post(url, dialect.headersFor(question), body, agent);
    const message = Message.safeParse(messageOf(posted));
    if (message.success) return message.data.result.structuredContent;
    throw new Error(`${body} is answered with ${posted.status}: ${posted.body.slice(0, 500)}`);
  } finally {
    agent.destroy();
  }
}
