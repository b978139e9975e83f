import { type Ask, Canceled } from '../../../../../scripts/ask.ts';

/** More questions than an export can raise. */
const MAX_QUESTIONS = 60;

/**
 * A person at a terminal. Of answers such as "WORDS OF A QUESTION = ANSWER", the first whose words are
 * in a question is given; Enter answers all others. `said` receives questions and answers.
 */
export function createPerson(lines: readonly string[], said: string[] = []): Ask {
  const answers = lines.map((line) => line.split(' = '));
  let asked = 0;
  const answerTo = (message: string): string => {
    if (++asked > MAX_QUESTIONS) throw new Error(`too many questions; the last is "${message}"`);
    said.push(`? ${message}`);
    return answers.find(([words = '']) => message.toLowerCase().includes(words))?.[1] ?? '';
  };
  const say = (answer: string) => said.push(`> ${answer}`);
  return {
    text: async ({ message, initial, check }) => {
      const answer = answerTo(message) || initial;
      say(answer ?? '(Ctrl-C)');
      const fault = answer === undefined ? undefined : check?.(answer);
      if (fault !== undefined) said.push(fault);
      if (answer === undefined || fault !== undefined) throw new Canceled();
      return answer;
    },
    choose: async ({ message, options, initial }) => {
      const answer = answerTo(message);
      const labels = options.map(({ label, value }) => label ?? value);
      said.push(...labels.map((label) => `  - ${label}`));
      const entered = options.find(({ value }) => value === initial) ?? options[0];
      const named = options.find(({ label, value }) => (label ?? value).includes(answer));
      // The last of them is for an answer that is typed.
      const chosen = answer === '' ? entered : (named ?? options.at(-1));
      if (chosen === undefined) throw new Error(`${message} has no answers`);
      say(chosen.label ?? chosen.value);
      return chosen.value;
    },
    confirm: async ({ message, initial = true }) => {
      const answer = answerTo(message) || (initial ? 'yes' : 'no');
      say(answer);
      return answer === 'yes';
    },
  };
}
