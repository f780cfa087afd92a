// Hides the entries that do not contain all words of the search, and opens the entry that the address names.
"use strict";

const field = document.getElementById("search");
const nothing = document.getElementById("nothing");
const entries = [...document.querySelectorAll("details")].map((entry) => ({ entry, text: entry.textContent.toLowerCase() }));

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word));
  for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("details:not([hidden])");
  nothing.hidden = entries.some(({ entry }) => !entry.hidden);
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  if (named.hidden) {
    field.value = "";
    search();
  }
  named.open = true;
  named.scrollIntoView();
}

field.addEventListener("input", search);
addEventListener("hashchange", openNamed);
openNamed();
