// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// start.ts - the page of `abut view` without a file: the models there are, each a click away.

import { format, h } from "./dom";
import type { ModelCard, ModelList } from "./source";

/** How fast it is to be expected, and for how long it goes. */
function paceOf({ computed, simulated, recorded }: ModelCard): string {
    if (computed === null || simulated === null || simulated === 0) {
        return "";
    }
    const share = computed / simulated;
    if (recorded) {
        return `${format(simulated, 2)} s, recorded: shown first, then run on a click`;
    }
    return share <= 1 ? `${format(simulated, 2)} s, in real time`
        : `${format(simulated, 2)} s, about ${format(share, 1)} times slower than real time`;
}

/** Loads the page again once the program has `left` what it served: it answers when what was chosen is ready. */
export async function reopen(left: Promise<void>): Promise<void> {
    const said = h("p", { class: "wait", role: "status" }, "Opening …");
    document.getElementById("app")?.replaceChildren(said);
    await left;
    const answer = await fetch(location.href).catch(() => null);
    if (answer?.ok) {
        location.reload();
    } else {
        said.textContent = "The program has ended.";
    }
}

export class StartPage {
    constructor(list: ModelList, root: HTMLElement) {
        document.title = "Models – Abut";
        const dark = new URLSearchParams(location.hash.slice(1)).get("theme") === "dark" || matchMedia("(prefers-color-scheme: dark)").matches;
        document.documentElement.dataset.theme = dark ? "dark" : "light";
        const find = h("input", { type: "search", placeholder: "Find a model", "aria-label": "Find a model", oninput: () => show() });
        const cards = list.models.map((model) => {
            const card = h("li", {}, h("button", {
                type: "button", class: "card", "data-model": model.name,
                onclick: () => void reopen(list.run(model.name)),
            },
                model.picture !== "" ? h("img", { src: model.picture, alt: "" }) : h("span", { class: "blank", "aria-hidden": "true" }, model.name.slice(0, 2)),
                h("b", {}, model.title), h("span", { class: "text" }, model.text), h("span", { class: "file" }, model.name, paceOf(model) !== "" ? ` · ${paceOf(model)}` : "")));
            return { card, model, words: `${model.name} ${model.theme} ${model.title} ${model.text}`.toLowerCase() };
        });
        // themes in the order of their list, what has none last
        const last = 1e9;
        const places = [...new Set(cards.map(({ model }) => model.place || last))].sort((a, b) => a - b);
        const themes = places.map((place) => {
            const members = cards.filter(({ model }) => (model.place || last) === place);
            const name = place === last ? (places.length > 1 ? "More" : "") : members[0].model.theme;
            return { members, element: h("section", { class: "theme" }, name !== "" ? h("h2", {}, name) : null, h("ul", { class: "cards" }, ...members.map(({ card }) => card))) };
        });
        const show = () => themes.forEach(({ members, element }) => {
            members.forEach(({ card, words }) => (card.hidden = !words.includes(find.value.toLowerCase())));
            element.hidden = members.every(({ card }) => card.hidden);
        });
        root.replaceChildren(h("main", { class: "start" },
            h("header", {}, h("div", { class: "brand" }, h("b", {}, "Abut"), h("h1", {}, "Choose a model to run")),
                list.models.length > 8 ? find : null),
            h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Models" },
                h("p", { class: "fact" }, list.message !== "" ? list.message : `Models in the folder ${list.folder === "." ? "one is in" : list.folder}. A click runs one; nothing is kept unless you started with --output.`),
                ...themes.map(({ element }) => element))));
    }
}
