// The floor now: requests that wait and every table, fetched again while the page is visible.

const EVERY = 2000;

// Draws a part anew only where it has changed; an element that had the focus in it keeps it.
function draw(place, fresh) {
  if (place.innerHTML === fresh.innerHTML) return;
  const { post } = document.activeElement?.dataset ?? {};
  const link = document.activeElement?.getAttribute("href");
  place.replaceChildren(...fresh.childNodes);
  if (document.activeElement !== document.body) return;
  const same = post ? `[data-post="${CSS.escape(post)}"]` : link ? `[href="${CSS.escape(link)}"]` : "";
  if (same) place.querySelector(same)?.focus();
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/floor?part=now");
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["waiting", "tables"]) draw(document.getElementById(id), page.getElementById(id));
  } catch {
    // the house does not answer now: the next look fetches again
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
