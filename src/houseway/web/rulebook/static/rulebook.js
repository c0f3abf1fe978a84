// The rulebook's filter: hides what does not have all the words. The server does the same without a script.

const field = document.getElementById("filter");
const total = document.getElementById("filter-count");
const groups = [...document.querySelectorAll("[data-group]")];
const entries = [...document.querySelectorAll("[data-entry]")].map((place) => {
  const section = place.closest("details").querySelector("h3").textContent;
  return { place, words: `${place.textContent} ${section === "All readings" ? "" : section}`.toLowerCase() };
});

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of entries) entry.place.hidden = !words.every((word) => entry.words.includes(word));
  const shown = { clauses: 0, readings: 0 };
  for (const group of groups) {
    const count = group.querySelectorAll("[data-entry]:not([hidden])").length;
    for (const place of group.querySelectorAll(":scope > p > [data-count], :scope > summary [data-count]")) place.textContent = count;
    if (group.matches("details")) {
      group.hidden = count === 0;
      group.open = words.length > 0;
    } else {
      group.querySelector("[data-none]").hidden = count > 0;
      shown[group.dataset.group] += count;
    }
  }
  const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  total.textContent = `${many(shown.clauses, "clause")} and ${many(shown.readings, "reading")} shown.`;
}

document.querySelector("[data-unscripted]").hidden = true;
field.addEventListener("input", filter);
field.form.addEventListener("submit", (event) => event.preventDefault());
