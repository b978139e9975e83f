/*
 * On the list, results as one types: the page of the question is fetched and its results take the place of
 * those shown. The form works without this. Where the pages are files, a query cannot be answered: this
 * says so.
 */

import { replaceParts } from './replace-parts.ts';

/** What is typed takes the place of the address; what is submitted follows it; Back and Forward keep it. */
type Visit = 'typed' | 'submitted' | 'revisited';

const AFTER_LAST_KEY_MS = 180;
const RETRY_SECONDS = 5;

const form = document.querySelector<HTMLFormElement>('form.search-form');
const unreachable = document.querySelector<HTMLElement>('#unreachable');
const busy = document.querySelector<HTMLElement>('#busy');
const note = document.querySelector<HTMLElement>('[data-answers]');

/** The address of a list without fields that are left blank, which mean nothing. */
function addressOf(fields: Iterable<readonly [string, FormDataEntryValue]>): string {
  const given = [...fields].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [],
  );
  const parameters = new URLSearchParams(given).toString();
  return parameters === '' ? '/reviews/' : `/reviews/?${parameters}`;
}

/** Whether the address asks for something else than the page answers. */
function isUnanswered(): boolean {
  if (!form || !note || note.dataset.answers !== '') return false;
  if (document.querySelector('#results .problems')) return false;
  const names = new Set(note.dataset.filters?.split(' '));
  return [...new URLSearchParams(location.search)].some(
    ([name, value]) => names.has(name) && value.trim() !== '',
  );
}

let latest: AbortController | undefined;
let later: ReturnType<typeof setTimeout> | undefined;
/** What is asked and not yet shown. */
let asked: Visit | undefined;
/** Whether it waits, as something is pressed or the page is being left. */
let isHeld = false;
/** The address of what is shown; and of what was before anything was typed, to which Back leads. */
let shown = location.pathname + location.search;
let settled = { address: shown, answers: note?.dataset.answers };

async function show(address: string, visit: Visit): Promise<void> {
  latest?.abort();
  clearTimeout(later);
  later = undefined;
  latest = new AbortController();
  const { signal } = latest;
  const results = document.querySelector('#results');
  results?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
    if (response.ok) showPage(await response.text(), address, visit);
    else askLater(address, visit, response);
    tell(response.ok ? undefined : busy);
  } catch {
    // Where it was aborted, a newer question is on its way.
    if (!signal.aborted) tell(unreachable);
  } finally {
    if (!signal.aborted) results?.removeAttribute('aria-busy');
  }
}

/** Shows one of the notices, or none; what is listed stays. */
function tell(notice: HTMLElement | null | undefined): void {
  for (const one of [unreachable, busy]) one?.toggleAttribute('hidden', one !== notice);
}

/** Asks again when the service says, unless a newer question is asked before. */
function askLater(address: string, visit: Visit, { headers }: Response): void {
  const seconds = Number(headers.get('retry-after')) || RETRY_SECONDS;
  later = setTimeout(() => void show(address, visit), seconds * 1000);
}

function showPage(html: string, address: string, visit: Visit): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  replaceParts(page, { form: visit === 'revisited' });
  const answers = page.querySelector<HTMLElement>('[data-answers]')?.dataset.answers;
  if (note && answers !== undefined) note.dataset.answers = answers;
  if (visit === 'submitted' && answers !== settled.answers) {
    history.replaceState(null, '', settled.address);
    history.pushState(null, '', address);
  } else if (visit !== 'revisited') history.replaceState(null, '', address);
  if (visit !== 'typed') settled = { address, answers };
  shown = address;
  // While older results came, something newer may have been typed.
  if (later === undefined) asked = undefined;
  note?.toggleAttribute('hidden', !isUnanswered());
  document.dispatchEvent(new Event('testimony:shown'));
}

function ask(form: HTMLFormElement, visit: Visit, delay: number): void {
  asked = visit;
  clearTimeout(later);
  later = setTimeout(() => void show(addressOf(new FormData(form)), visit), delay);
}

/** Lets nothing take the place of a link while it is pressed, or of a page that is being left. */
function hold(): void {
  if (!asked) return;
  isHeld = true;
  clearTimeout(later);
  latest?.abort();
}

function followLink(event: MouseEvent, form: HTMLFormElement): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || !asked) return;
  if (link.pathname === location.pathname) carryFields(link, form);
  if (event.type === 'click' && !event.ctrlKey && !event.metaKey && !event.shiftKey) hold();
}

/** Has a link ask for what was typed and is not shown yet as well, save for what it changes itself. */
function carryFields(link: HTMLAnchorElement, form: HTMLFormElement): void {
  const { searchParams } = new URL(link.href);
  const answered = new URLSearchParams(note?.dataset.answers);
  for (const [name, value] of new FormData(form)) {
    const before = answered.get(name) ?? '';
    if (typeof value !== 'string' || value === before) continue;
    if ((searchParams.get(name) ?? '') !== before) continue;
    searchParams.set(name, value);
    // It is that of another list.
    searchParams.delete('after');
  }
  link.href = addressOf(searchParams);
}

if (form && note) {
  const shownForm = form;
  form.addEventListener('input', ({ target }) => {
    // While a date is typed, its year is one of the first millennium.
    if (target instanceof HTMLInputElement && target.type === 'date') return;
    ask(shownForm, 'typed', AFTER_LAST_KEY_MS);
  });
  form.addEventListener('change', ({ target }) => {
    // A text was asked for as it was typed; this comes when its field is left.
    if (target instanceof HTMLInputElement && target.type === 'search') return;
    ask(shownForm, 'typed', 0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask(shownForm, 'submitted', 0);
  });
  addEventListener('popstate', () => {
    const address = location.pathname + location.search;
    // The link to a part of the page comes by here as well.
    if (address !== shown) void show(address, 'revisited');
  });
  const list = document.querySelector<HTMLElement>('.row-list');
  list?.addEventListener('pointerdown', hold);
  for (const type of ['click', 'auxclick'] as const)
    list?.addEventListener(type, (event) => followLink(event, shownForm));
  for (const type of ['pointerup', 'pointercancel', 'pageshow'])
    addEventListener(type, () => {
      if (isHeld && asked) ask(shownForm, asked, AFTER_LAST_KEY_MS);
      isHeld = false;
    });
}

note?.toggleAttribute('hidden', !isUnanswered());
