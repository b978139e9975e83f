import { createAgent } from '../../../agents/evaluations/agent.ts';
import type { Evaluation } from '../../../agents/evaluations/evaluation.ts';
import { AS_READ } from '../../../agents/evaluations/questions/as-read.ts';
import { BUSINESS_FACTS } from '../../../agents/evaluations/questions/business-facts.ts';
import { CRITICISM } from '../../../agents/evaluations/questions/criticism.ts';
import { EVERYTHING } from '../../../agents/evaluations/questions/everything.ts';
import { FIGURES } from '../../../agents/evaluations/questions/figures.ts';
import { PEOPLE } from '../../../agents/evaluations/questions/people.ts';
import { SPELLINGS } from '../../../agents/evaluations/questions/spellings.ts';
import { TEXTS } from '../../../agents/evaluations/questions/texts.ts';
import { TRAPS } from '../../../agents/evaluations/questions/traps.ts';
import { message, resultOf } from '../../../support/mcp-client.ts';
import type { Transcript } from '../../transcript.ts';
import { beginSession, createAsking } from './agents.ts';

const QUESTIONS: readonly Evaluation[] = [
  ...FIGURES,
  ...BUSINESS_FACTS,
  ...PEOPLE,
  ...CRITICISM,
  ...AS_READ,
  ...TEXTS,
  ...EVERYTHING,
  ...TRAPS,
  ...SPELLINGS,
];

/** The calls of agents that are asked what people ask; what is right is held by the evaluations. */
export async function askAsAgents(transcript: Transcript, url: string): Promise<void> {
  const post = createAsking(transcript, await beginSession(transcript, '2025-11-25'));
  for (const { question, ask } of QUESTIONS) {
    const call = async (name: string, given?: unknown) => {
      const params = { name, ...(given !== undefined && { arguments: given }) };
      const note = `${question} ${name} ${JSON.stringify(given ?? {})}`;
      return resultOf(await post(note, message('tools/call', params)));
    };
    await ask(createAgent({ session: { call }, url }));
  }
}
