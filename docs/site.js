// Wide tables scroll: let the keyboard reach them. The theme wraps tables after the page is loaded.
function focusable() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) box.tabIndex = 0;
}
// A link to a closed box opens it.
function opened() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}
new MutationObserver(focusable).observe(document.documentElement, { childList: true, subtree: true });
addEventListener("hashchange", opened);
addEventListener("DOMContentLoaded", opened);
