/*
 * The list of a site without a service: the components and the search of the service, in the browser, over
 * reviews.json. It is loaded when a question is first asked.
 */

import './without-eval.ts';

import { readListQuestion } from '#search/question/list-question.ts';
import {
  type ListFacts,
  type ListSource,
  type PublishedReviews,
  searchReviews,
} from '#search/search-reviews.ts';
import { findList } from '../lib/list/find-list.ts';
import { siteOf } from '../lib/site.ts';
import { renderInBrowser } from './render-in-browser.js';

let loading: Promise<ListSource> | undefined;

/** The page at an address of the list, as a service would answer. */
export async function renderList(address: string): Promise<Response> {
  loading ??= load();
  // What failed is tried again.
  loading.catch(() => {
    loading = undefined;
  });
  const release = await loading;
  const question = readListQuestion(new URL(address, location.href).search.slice(1));
  const [site, found] = await Promise.all([siteOf(release), findList(question, release)]);
  return new Response(await renderInBrowser({ question, found }, { release, site }));
}

async function load(): Promise<ListSource> {
  const response = await fetch('/reviews.json');
  if (!response.ok) throw new Error(`reviews.json was answered with ${response.status}.`);
  const published: PublishedReviews = await response.json();
  const facts: ListFacts = JSON.parse(document.querySelector('#list-source')?.textContent ?? '');
  return searchReviews(published, facts);
}
