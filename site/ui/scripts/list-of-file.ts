/*
 * Answers what live-list.ts asks where the list is a file. Only such lists have this script, so that those
 * of a service do not change with the code of the search.
 */

document.addEventListener('testimony:asked', (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { detail: asked } = event;
  asked.answer = import('./render-list.ts').then(({ renderList }) => renderList(asked.address));
});
