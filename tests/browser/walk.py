"""Looks at screens: collects the plain texts, and the faults that axe finds in both themes.

No text stands in the code: in the pseudo-language `qps` every text of the files has accents on all letters, so a plain
word comes from elsewhere, or from a person. axe checks pages for people who see little or use a screen reader."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.browser.person import Person

PSEUDO: Final = "qps"
LANGUAGES: Final = (PSEUDO, "de")

TYPED: Final = (
    "Coterie",
    "Vera",
    "Anna",
    "Ben",
    "Low Water",
    "Ilse Marten",
    "Ilse",
    "Corvin Hale",
    "Corvin",
    "Teodora Vance",
    "Teodora",
    "Rook",
    "a smuggler",
    "The Salt Pier",
    "Up the mast",
    "Brandt",
    "Nils",
    "Mother Agate",
    "Esc",
)
"""What people typed, the names of the characters, the program's own name, and the name on a key."""

PLAIN: Final = """
(typed) => {
  const shown = [];
  const look = (text, where) => {
    let rest = text.replace(/\\d[ \\u202f][AP]M\\b/g, "");
    for (const one of typed) rest = rest.replaceAll(one, "");
    if (/[A-Za-z]{2}/.test(rest)) shown.push(`${where}: ${text.replace(/\\s+/g, " ").trim()}`);
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const parent = node.parentElement;
    if (!parent.closest("script, style, noscript, code, textarea, [data-portrait]")) {
      look(node.data, parent.closest("[data-testid]")?.dataset.testid ?? parent.tagName);
    }
  }
  for (const part of document.body.querySelectorAll("*")) {
    for (const name of ["title", "aria-label", "aria-valuetext", "placeholder", "alt"]) {
      if (part.hasAttribute(name)) look(part.getAttribute(name), `${part.dataset.testid ?? part.tagName} ${name}`);
    }
  }
  return [...new Set(shown)];
}
"""


AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# By day only what depends on the colours is checked again.
FAULTS: Final = """
async () => {
  const look = async (options) => (await axe.run(document, { resultTypes: ["violations"], ...options })).violations;
  const found = await look({});
  document.documentElement.dataset.light = "day";
  found.push(...await look({ runOnly: ["color-contrast"] }));
  delete document.documentElement.dataset.light;
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
"""


class Walk:
    """Looks at one screen after another. Plain texts are collected in the pseudo-language alone."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.plain: dict[str, list[str]] = {}
        self.faults: dict[str, list[str]] = {}
        self._axe = AXE.read_text()

    async def look(self, screen: str, person: Person) -> None:
        """Look at the screen of a person."""
        if self.language == PSEUDO:
            self.plain[screen] = await person.page.evaluate(PLAIN, TYPED)
        if not await person.page.evaluate("'axe' in window"):
            # Through the browser's own tools: the page's policy forbids any other script (SEC5).
            session = await person.page.context.new_cdp_session(person.page)
            await session.send("Runtime.evaluate", {"expression": self._axe})
            await session.detach()
        self.faults[screen] = await person.page.evaluate(FAULTS)

    def found(self) -> dict[str, list[str]]:
        """The plain texts and the faults of each screen that has any."""
        screens = {*self.plain, *self.faults}
        found = {screen: [*self.plain.get(screen, ()), *self.faults.get(screen, ())] for screen in sorted(screens)}
        return {screen: faults for screen, faults in found.items() if faults}
