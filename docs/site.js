// Wide tables scroll: let the keyboard reach them. The theme wraps tables after the page is loaded.
function focusable() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) box.tabIndex = 0;
}
new MutationObserver(focusable).observe(document.documentElement, { childList: true, subtree: true });
