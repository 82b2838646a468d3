/**
 * The script of answer pages, without which they work too: it shows the page's picture, counts the time down, and polls
 * while there is nothing to answer.
 */
export const answerScript = `
(() => {
  const left = document.querySelector("[data-until]");
  if (left) {
    const until = performance.now() + Number(left.dataset.until) * 1000;
    const show = () => {
      const seconds = Math.max(0, Math.round((until - performance.now()) / 1000));
      left.textContent = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0") + " left";
    };
    show();
    setInterval(show, 1000);
  }

  const page = document.querySelector("[data-picture]");
  if (page) {
    // Its place is kept from the start, so that the field below does not move when the picture comes.
    page.replaceChildren(document.querySelector("#picture").content.cloneNode(true));
    const image = page.querySelector("img");
    image.hidden = true;
    const ask = async (attempts) => {
      const response = await fetch(location.pathname, {
        method: "POST", headers: { accept: "image/*" }, body: new URLSearchParams({ do: "picture" }),
      });
      if (response.status === 200) {
        image.src = URL.createObjectURL(await response.blob());
        image.hidden = false;
      } else if (response.status === 204 && attempts > 1) setTimeout(() => ask(attempts - 1), 500);
      else page.remove();
    };
    ask(6).catch(() => page.remove());
  }

  const again = document.querySelector("[data-again]");
  if (again) {
    const poll = async () => {
      const response = await fetch(location.pathname).catch(() => undefined);
      const isAsked = async () =>
        new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-until]") !== null;
      if (response?.ok && (await isAsked())) location.replace(location.pathname);
      else if (response?.status !== 404) setTimeout(poll, 3000);
      else if (again.dataset.again) again.textContent = again.dataset.again;
      else location.replace(location.pathname);
    };
    setTimeout(poll, 3000);
  }

  addEventListener("submit", ({ submitter }) => setTimeout(() => { if (submitter) submitter.disabled = true; }));
})();
`;
