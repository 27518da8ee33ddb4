// What the theme adds after the page is loaded: wide tables, which scroll and must be reached by the keyboard, and the
// menu of versions, whose name must contain the version that it shows.
function accessible() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) box.tabIndex = 0;
  for (const menu of document.querySelectorAll('.md-version__current[aria-label="Select version"]')) {
    menu.setAttribute("aria-label", `${menu.textContent}: select version`);
  }
}
// A link to a closed box opens it.
function opened() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}
new MutationObserver(accessible).observe(document.documentElement, { childList: true, subtree: true });
addEventListener("hashchange", opened);
addEventListener("DOMContentLoaded", opened);
