import assert from 'node:assert/strict';
import { type Agent, createAgent } from './agent.ts';
import type { Records } from './records.ts';
import type { Service } from './services.ts';

/**
 * A question that a person asks an agent, and what answers it:
 *
 * - `ask`: the calls that a sensible agent makes, and what it reads in the answers. A later call may
 *   use what an earlier one answered.
 * - `right`: what it should have read, computed from the published records by other code.
 * - `tokens`: the most that its model may have to read for it.
 */
export type Evaluation = {
  readonly question: string;
  readonly ask: (agent: Agent) => Promise<unknown>;
  readonly right: (records: Records) => unknown;
  readonly tokens: number;
};

/** What a question took. */
export type Cost = { readonly calls: number; readonly tokens: number };

/** Asks, and holds what was read against what is right. */
export async function evaluate(
  { ask, right, tokens: most }: Evaluation,
  service: Service,
): Promise<Cost> {
  const agent = createAgent(service);
  assert.deepEqual(await ask(agent), right(service.records));
  const { calls, tokens } = agent.used;
  assert.ok(tokens <= most, `${tokens} tokens were read in ${calls} calls, of ${most} at most`);
  return { calls, tokens };
}
