"use strict";
// Filters over the false positives, and links that open what they lead to. Without a script the page shows all the same.
(() => {
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden) document.getElementById("filters").reset();
    for (let place = target; place; place = place.parentElement) {
      if (place instanceof HTMLDetailsElement) place.open = true;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", openTarget);

  const form = document.getElementById("filters");
  if (form) {
    const field = (name) => document.getElementById(name);
    const problems = [...document.querySelectorAll("details.problem")].map((element) => ({
      element,
      programs: [...element.querySelectorAll("article")].map((article) => ({
        article,
        kind: article.dataset.kind,
        models: new Set(article.dataset.models.split(" ")),
        text: null,
      })),
    }));
    const holds = (problem, program, text) => {
      program.text ??= `${problem.element.querySelector(".name").textContent}\n${program.article.textContent}`.toLowerCase();
      return program.text.includes(text);
    };
    const apply = () => {
      const [text, model, problem, kind] = ["search", "model", "problem", "kind"].map((name) => field(name).value);
      const wanted = text.trim().toLowerCase();
      let programs = 0;
      let shown = 0;
      for (const one of problems) {
        let here = 0;
        for (const program of one.programs) {
          const fits =
            (!problem || one.element.id === problem) &&
            (!model || program.models.has(model)) &&
            (!kind || program.kind === kind) &&
            (!wanted || holds(one, program, wanted));
          program.article.hidden = !fits;
          here += fits;
        }
        one.element.hidden = !here && Boolean(wanted || model || problem || kind);
        shown += !one.element.hidden;
        programs += here;
      }
      field("count").textContent =
        `${programs} ${programs === 1 ? "program" : "programs"} on ${shown} ${shown === 1 ? "problem" : "problems"}`;
    };
    let waiting = 0;
    field("search").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(apply, 120);
    });
    for (const name of ["model", "problem", "kind"]) field(name).addEventListener("change", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(apply));
    const setOpen = (open) => {
      for (const one of problems) if (!one.element.hidden) one.element.open = open;
    };
    field("open").addEventListener("click", () => setOpen(true));
    field("close").addEventListener("click", () => setOpen(false));
  }
  openTarget();
})();
