/*
 * On the list, results as one types: the page of the question takes the place of the one shown. A service
 * makes it, and its form works without this. Where the list is a file, the page is made here
 * (list-of-file.ts), also for links and for an address with a question.
 */

import { replaceParts } from './replace-parts.ts';

/** Typing replaces the address; a submission and a link add one; Back and Forward keep it. */
type Visit = 'typed' | 'submitted' | 'followed' | 'revisited';

const AFTER_LAST_KEY_MS = 180;
const RETRY_SECONDS = 5;
/** After this, a search is said to go on. */
const SLOW_MS = 300;

const form = document.querySelector<HTMLFormElement>('form[data-answers]');
const unreachable = document.querySelector<HTMLElement>('#unreachable');
const busy = document.querySelector<HTMLElement>('#busy');
const searching = document.querySelector<HTMLElement>('#searching');
const isFile = document.querySelector('#list-source') !== null;

/** The address of a list without fields that are left blank, which mean nothing. */
function addressOf(fields: Iterable<readonly [string, FormDataEntryValue]>): string {
  const given = [...fields].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [],
  );
  const parameters = new URLSearchParams(given).toString();
  return parameters === '' ? '/reviews/' : `/reviews/?${parameters}`;
}

/** The page at an address: of the service, or made here. */
function answer(address: string, signal: AbortSignal): Promise<Response> {
  const asked: { address: string; answer?: Promise<Response> } = { address };
  document.dispatchEvent(new CustomEvent('testimony:asked', { detail: asked }));
  return asked.answer ?? fetch(address, { signal, headers: { accept: 'text/html' } });
}

let latest: AbortController | undefined;
let later: ReturnType<typeof setTimeout> | undefined;
let slow: ReturnType<typeof setTimeout> | undefined;
/** The kind of the visit whose page is being loaded. */
let underway: Visit | undefined;
/** Resolves once nothing in the list is pressed: results would replace a pressed element. */
let released = Promise.resolve();
/** The address of what is shown; and of what was before anything was typed, to which Back leads. */
let shown = location.pathname + location.search;
let settled = { address: shown, answers: form?.dataset.answers };

async function show(address: string, visit: Visit): Promise<void> {
  cancel();
  underway = visit;
  latest = new AbortController();
  const { signal } = latest;
  document.querySelector('#results')?.setAttribute('aria-busy', 'true');
  slow = setTimeout(() => searching?.removeAttribute('hidden'), SLOW_MS);
  try {
    const response = await answer(address, signal);
    const html = response.ok ? await response.text() : undefined;
    await released;
    signal.throwIfAborted();
    if (html === undefined) askLater(address, visit, response);
    else showPage(html, address, visit);
    showNotice(response.ok ? undefined : busy);
  } catch {
    // Where it was aborted, a newer question is on its way, or the page is being left.
    if (signal.aborted) return;
    showNotice(unreachable);
  }
  setIdle();
}

/** Gives up what is asked and not shown yet. */
function cancel(): void {
  latest?.abort();
  clearTimeout(later);
  later = undefined;
  setIdle();
}

function setIdle(): void {
  underway = undefined;
  clearTimeout(slow);
  searching?.setAttribute('hidden', '');
  document.querySelector('#results')?.removeAttribute('aria-busy');
}

/** Shows one of the notices, or none; what is listed stays. */
function showNotice(notice: HTMLElement | null | undefined): void {
  for (const one of [unreachable, busy]) one?.toggleAttribute('hidden', one !== notice);
}

/** Asks again when the service says, unless a newer question is asked before. */
function askLater(address: string, visit: Visit, { headers }: Response): void {
  const seconds = Number(headers.get('retry-after')) || RETRY_SECONDS;
  later = setTimeout(() => void show(address, visit), seconds * 1000);
}

function showPage(html: string, address: string, visit: Visit): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  // Something newer may have been typed meanwhile.
  const withForm = visit === 'followed' || visit === 'revisited';
  replaceParts(page, { withForm: withForm && later === undefined });
  const answers = page.querySelector<HTMLElement>('[data-answers]')?.dataset.answers;
  if (form && answers !== undefined) form.dataset.answers = answers;
  if ((visit === 'submitted' || visit === 'followed') && answers !== settled.answers) {
    history.replaceState(null, '', settled.address);
    history.pushState(null, '', address);
  } else if (visit !== 'revisited') history.replaceState(null, '', address);
  if (visit !== 'typed') settled = { address, answers };
  shown = address;
  if (visit === 'followed') scrollTo(0, 0);
  document.dispatchEvent(new Event('testimony:shown'));
}

function ask(fields: HTMLFormElement, visit: Visit, delay: number): void {
  clearTimeout(later);
  later = setTimeout(() => void show(addressOf(new FormData(fields)), visit), delay);
}

/** Fields that say something else than the question whose results are shown. */
function changedFields(fields: HTMLFormElement): [string, string][] {
  const answered = new URLSearchParams(fields.dataset.answers);
  return [...new FormData(fields)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.trim() !== (answered.get(name) ?? '') ? [[name, value]] : [],
  );
}

/** Has a link to a list ask for what was typed and is not shown yet, too, unless it changes the same. */
function carryFields(link: HTMLAnchorElement, changed: readonly [string, string][]): void {
  const { searchParams } = new URL(link.href);
  const answered = new URLSearchParams(form?.dataset.answers);
  for (const [name, value] of changed) {
    if (searchParams.get(name) !== answered.get(name)) continue;
    searchParams.set(name, value);
    // They are those of another list.
    searchParams.delete('page');
  }
  link.href = addressOf(searchParams);
}

function followLink(event: MouseEvent, fields: HTMLFormElement): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link) return;
  // To the results, out of the filters.
  if (link.hash !== '') {
    link.closest('details')?.removeAttribute('open');
    return;
  }
  const changed = changedFields(fields);
  if (link.pathname === location.pathname && changed.length > 0) carryFields(link, changed);
  const isNewTab = event.type === 'auxclick' || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isNewTab) return;
  cancel();
  if (!isFile || link.pathname !== location.pathname) return;
  event.preventDefault();
  link.closest('.facets')?.removeAttribute('open');
  void show(link.pathname + link.search, 'followed');
}

/** Keeps a pressed element until after the click that ends the press. */
function holdResults(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, () => setTimeout(resolve), { once: true });
  released = promise;
}

function follow(fields: HTMLFormElement): void {
  fields.addEventListener('input', ({ target }) => {
    // While a date is typed, its year is one of the first millennium.
    if (target instanceof HTMLInputElement && target.type === 'date') return;
    ask(fields, 'typed', AFTER_LAST_KEY_MS);
  });
  fields.addEventListener('change', ({ target }) => {
    // A text was asked for as it was typed; this comes when its field is left.
    if (target instanceof HTMLInputElement && target.type === 'search') return;
    ask(fields, 'typed', 0);
  });
  fields.addEventListener('submit', (event) => {
    event.preventDefault();
    ask(fields, 'submitted', 0);
  });
  addEventListener('popstate', () => {
    const address = location.pathname + location.search;
    if (address !== shown) void show(address, 'revisited');
    // Back, and forward again before it came. The link to a part of the page comes by here as well.
    else if (underway === 'revisited') cancel();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && changedFields(fields).length > 0) ask(fields, 'typed', 0);
  });
  const list = document.querySelector<HTMLElement>('.row-list');
  list?.addEventListener('pointerdown', holdResults);
  for (const type of ['click', 'auxclick'] as const)
    list?.addEventListener(type, (event) => followLink(event, fields));
}

if (form) follow(form);
if (form && isFile && location.search !== '') void show(shown, 'revisited');
