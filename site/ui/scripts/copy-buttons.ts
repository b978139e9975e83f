/*
 * Shows the buttons that copy the text beside them, which do nothing without a script. They are found again
 * where a script has replaced a part of the page.
 */

const SHOWN_FOR_MS = 2000;

for (const event of ['testimony:shown', 'DOMContentLoaded']) {
  document.addEventListener(event, showButtons);
}
showButtons();

function showButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('button[data-copies][hidden]')) {
    const source = document.getElementById(button.dataset.copies ?? '');
    const status = button.parentElement?.querySelector('[role="status"]');
    if (!source || !status) continue;
    button.hidden = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener('click', async () => {
      clearTimeout(timer);
      status.textContent =
        ((await copy(source)) ? button.dataset.copied : button.dataset.selected) ?? '';
      timer = setTimeout(() => {
        status.textContent = '';
      }, SHOWN_FOR_MS);
    });
  }
}

/** Copies the text of an element, or selects it where that is not allowed. */
async function copy(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
