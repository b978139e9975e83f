import assert from 'node:assert/strict';
import { textOf } from '#agents/ready-json.ts';
import type { Tool } from '#agents/tool.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** The structured content that a tool answers with. */
export async function callTool(tool: Tool, source: ReviewSource, argumentsGiven: unknown = {}) {
  const answer = await tool.call(argumentsGiven, source);
  assert.ok(answer.ok, answer.ok ? '' : answer.message);
  return JSON.parse(textOf(answer.json));
}

/** What a tool says instead of an answer. */
export async function failureOf(tool: Tool, source: ReviewSource, argumentsGiven: unknown) {
  const answer = await tool.call(argumentsGiven, source);
  assert.ok(!answer.ok, JSON.stringify(answer));
  return answer.message;
}

/** The sentences beside an answer. */
export async function hintsOf(tool: Tool, source: ReviewSource, argumentsGiven: unknown) {
  const answer = await tool.call(argumentsGiven, source);
  assert.ok(answer.ok, answer.ok ? '' : answer.message);
  return answer.hints;
}
