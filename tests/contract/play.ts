import type { Lifetime } from '../support/lifetime.ts';
import { Bodies } from './bodies.ts';
import { FixedHeaders } from './headers.ts';
import { askAnother } from './requests/another.ts';
import { sendBytes } from './requests/bytes.ts';
import { watchEdits } from './requests/edits.ts';
import { askForFiles } from './requests/files.ts';
import { askHub } from './requests/hub.ts';
import { followLists } from './requests/lists.ts';
import { talkInSessions, talkWithoutSessions } from './requests/mcp/agents.ts';
import { askAsAgents } from './requests/mcp/questions.ts';
import { judgeTransport } from './requests/mcp/transport.ts';
import { askElsewhere, askForPages } from './requests/pages.ts';
import { askQuestions } from './requests/searches.ts';
import { type Scene, setScene } from './scene.ts';
import { formatTranscript, Transcript } from './transcript.ts';

type Play = (transcript: Transcript, scene: Scene) => Promise<void>;

/** Every transcript, by its name; those that edit the content come last. */
const PLAYS: Readonly<Record<string, Play>> = {
  files: askForFiles,
  questions: askQuestions,
  lists: followLists,
  pages: askForPages,
  elsewhere: askElsewhere,
  bytes: sendBytes,
  hub: (transcript, { subscriber }) => askHub(transcript, subscriber),
  'mcp-sessions': talkInSessions,
  'mcp-stateless': talkWithoutSessions,
  'mcp-http': judgeTransport,
  agents: (transcript, { url }) => askAsAgents(transcript, url),
  edits: watchEdits,
  'another-business': askAnother,
};

/** The entry of a transcript that could not go on. */
export const BROKEN_OFF = 'it breaks off';

/**
 * Plays all transcripts against one service. Returns the texts of the files that record them, by
 * their paths: the transcripts, the longer bodies, and the headers that answers share.
 */
export async function play(lifetime: Lifetime): Promise<Map<string, string>> {
  const scene = await setScene(lifetime);
  const settle = (text: string) =>
    text
      .replaceAll(new RegExp(`(127\\.0\\.0\\.1(?::|%3A))${scene.subscriber.port}`, 'g'), '$1PORT')
      .replaceAll(/("milliseconds": )[\d.]+/g, '$1{}')
      .replaceAll(/\b[\d.]+ ms\b/g, '{} ms');
  const bodies = new Bodies();
  const fixed = new FixedHeaders();
  const files = new Map<string, string>();
  for (const [name, perform] of Object.entries(PLAYS)) {
    const transcript = new Transcript({ url: scene.url, bodies, fixed, settle });
    // A later request may need what an answer lacks; all that was asked before it is compared.
    await perform(transcript, scene).catch((error) => transcript.write(BROKEN_OFF, String(error)));
    transcript.close();
    files.set(`${name}.http`, formatTranscript(transcript.entries));
  }
  files.set(
    'log.http',
    formatTranscript([{ name: 'what is logged as wrong', text: scene.faults() }]),
  );
  for (const [name, text] of bodies.texts) files.set(`bodies/${name}`, text);
  return files.set('fixed-headers.http', fixed.text);
}
