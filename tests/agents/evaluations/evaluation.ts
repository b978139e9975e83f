import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Agent, createAgent } from './agent.ts';
import type { Reading } from './readings/readings.ts';
import type { Records } from './records.ts';
import type { Service } from './services.ts';

/** A question that a person asks an agent, and what answers it. */
export type Evaluation = {
  readonly question: string;
  /** The most that its model may have to read for it. */
  readonly tokens: number;
} & (Computed | Read);

type Computed = {
  /**
   * The calls that a sensible agent makes, and what it reads in the answers. A later call may use what
   * an earlier one answered.
   */
  readonly ask: (agent: Agent) => Promise<unknown>;
  /** What it should have read, computed from the published records by other code. */
  readonly right: (records: Records) => unknown;
};

type Read = {
  readonly ask: (agent: Agent) => Promise<readonly string[]>;
  /** What readers answer, without a look at what the program finds. */
  readonly read: (records: Records) => Reading;
  /** How much of what both readers say the tools do not lead to, where they fall short: it may become less. */
  readonly missed?: number;
  /** Likewise how much is said that neither accepts. */
  readonly wrong?: number;
};

/** What a question took. */
export type Cost = { readonly calls: number; readonly tokens: number };

/** Asks, and holds what was read against what is right. */
export async function evaluate(
  evaluation: Evaluation,
  service: Service,
  t: Pick<TestContext, 'diagnostic'>,
): Promise<Cost> {
  const agent = createAgent(service);
  if ('read' in evaluation) {
    const { both, either } = evaluation.read(service.records);
    const most = { missed: 0, wrong: 0, ...evaluation };
    const said = new Set(await evaluation.ask(agent));
    const missed = both.filter((one) => !said.has(one));
    const wrong = [...said].filter((one) => !either.includes(one));
    t.diagnostic(
      `${missed.length} of ${both.length} missed, ${wrong.length} of ${said.size} wrong`,
    );
    assert.ok(missed.length <= most.missed, `missed: ${missed}`);
    assert.ok(wrong.length <= most.wrong, `wrong: ${wrong}`);
  } else {
    assert.deepEqual(await evaluation.ask(agent), evaluation.right(service.records));
  }
  const { calls, tokens } = agent.used;
  const most = evaluation.tokens;
  assert.ok(tokens <= most, `${tokens} tokens were read in ${calls} calls, of ${most} at most`);
  return { calls, tokens };
}
