import { MAX_ISSUES } from '#search/issue.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { answerProspectQuestion } from './prompts/answer-prospect-question.ts';
import type { Prompt, PromptDescription } from './prompts/prompt.ts';
import { reviewDigest } from './prompts/review-digest.ts';
import { technicianProfile } from './prompts/technician-profile.ts';
import { describeUnknownName } from './unknown-name.ts';

/** What can be asked for in one choice, in fixed order. */
export const PROMPTS: readonly Prompt[] = [reviewDigest, technicianProfile, answerProspectQuestion];

/** A prompt in the terms of MCP's GetPromptResult, or text that says what is wrong. */
export type RenderedPrompt =
  | {
      readonly ok: true;
      readonly description: string;
      readonly messages: readonly [
        {
          readonly role: 'user';
          readonly content: { readonly type: 'text'; readonly text: string };
        },
      ];
    }
  | { readonly ok: false; readonly message: string };

/** What clients list. */
export function listPrompts(): PromptDescription[] {
  return PROMPTS.map(({ name, title, description, arguments: listed }) => ({
    name,
    title,
    description,
    arguments: listed,
  }));
}

/** Words a prompt for a release. */
export async function renderPrompt(
  name: string,
  argumentsGiven: unknown,
  source: ReviewSource,
): Promise<RenderedPrompt> {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt) {
    const names = PROMPTS.map((one) => one.name);
    return { ok: false, message: describeUnknownName('prompt', name, names) };
  }
  const wording = await prompt.word(argumentsGiven, source);
  if (!wording.ok) {
    const lines = wording.issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue}`);
    const message = `${name} cannot be worded. Correct the arguments and ask again:`;
    return { ok: false, message: [message, ...lines].join('\n') };
  }
  const { description } = prompt;
  const content = { type: 'text', text: wording.text } as const;
  return { ok: true, description, messages: [{ role: 'user', content }] };
}
