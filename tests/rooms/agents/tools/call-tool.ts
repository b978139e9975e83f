import assert from 'node:assert/strict';
import type { Tool } from '#agents/tool.ts';
import type { ReviewSource } from '#search/review-source.ts';

async function answerOf(tool: Tool, source: ReviewSource, given: unknown) {
  const answer = await tool.call(given, source);
  assert.ok(answer.ok, answer.ok ? '' : answer.message);
  return answer;
}

/** The structured content that a tool answers with. */
export async function callTool(tool: Tool, source: ReviewSource, given: unknown = {}) {
  return JSON.parse(JSON.stringify((await answerOf(tool, source, given)).answer));
}

/** What a tool says instead of an answer. */
export async function failureOf(tool: Tool, source: ReviewSource, given: unknown) {
  const answer = await tool.call(given, source);
  assert.ok(!answer.ok, JSON.stringify(answer));
  return answer.message;
}
