// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// parameters.ts - values of a live run: the few that matter first, the rest behind a search, and what
// was changed, each with a way back.

import { firstValues, hasEffect, scaleOf, type Scale } from "./curated";
import { format, h, withPrefix } from "./dom";
import type { LiveState, Parameter } from "./source";

/** All digits that count, short. */
function shortText(value: number): string {
    const plain = String(value);
    if (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5 && plain.length <= 8) {
        return plain;
    }
    return plain.length <= 6 ? plain : Number(value.toPrecision(7)).toExponential().replace("e+", "e");
}
/** Large values again in the unit with a prefix that the picture's bars use: 1e7 Pa is 10 MPa. */
function prefixed({ value, unit }: Parameter): string {
    if (value === null || Math.abs(value) < 1e4 || !["Pa", "N/m", "N", "N m"].includes(unit)) {
        return "";
    }
    const { factor, unit: larger } = withPrefix(Math.abs(value), unit);
    return `${format(factor * value, 3)} ${larger}`;
}
const unitText = (unit: string) => (unit === "-" ? "" : unit.replace(/\^2/g, "²").replace(/\^3/g, "³").replace(/\^n/g, "ⁿ"));

/** A row: what it shows of a parameter, and its way back to the value at first. */
interface Row {
    element: HTMLElement;
    show: (parameter: Parameter) => void;
    back: HTMLButtonElement;
    words: string;
}

export class Parameters {
    readonly element = h("div", {});
    readonly changes = h("ol", { class: "changes", "aria-label": "Changes made" });
    private readonly nothing = h("p", { class: "empty" }, "Nothing yet.");
    private readonly rows = new Map<string, Row>();
    private readonly first = new Map<string, Parameter>(); // as the page met it
    private now: Parameter[] = [];
    private unseen: number | null = null; // changes there were when the page came
    private leading: Parameter[] = [];
    private readonly search = h("input", { type: "search", placeholder: "Find a value", "aria-label": "Find a value", oninput: () => this.sift() });
    private readonly all = h("input", { type: "checkbox", onchange: () => this.sift() });
    private readonly count = h("span", {});
    private readonly rest = h("div", { class: "rest" });
    private groups: { element: HTMLElement; members: string[] }[] = [];

    constructor(private readonly set: (path: string, value: string | number) => void) {}

    show(parameters: Parameter[]): void {
        const known = parameters.length === this.rows.size && parameters.every(({ path }) => this.rows.has(path));
        this.now = parameters;
        if (!known) {
            this.build(parameters);
        }
        for (const parameter of parameters) {
            const row = this.rows.get(parameter.path);
            const first = this.first.get(parameter.path);
            row?.show(parameter);
            if (row && first) {
                const isOther = first.shown !== parameter.shown;
                row.element.classList.toggle("changed", isOther);
                row.back.hidden = !isOther || first.shown === "";
                row.back.title = `Back to ${first.shown}`;
            }
        }
        this.sift();
    }
    private build(parameters: Parameter[]): void {
        this.rows.clear();
        for (const parameter of parameters) {
            if (!this.first.has(parameter.path)) {
                this.first.set(parameter.path, parameter);
            }
            this.rows.set(parameter.path, this.row(parameter));
        }
        this.leading = firstValues(parameters);
        const groups = new Map<string, Parameter[]>();
        for (const parameter of parameters.filter((one) => !this.leading.includes(one))) {
            groups.set(parameter.group, [...(groups.get(parameter.group) ?? []), parameter]);
        }
        const rowOf = ({ path }: Parameter) => this.rows.get(path)!.element;
        this.groups = [...groups].map(([group, members]) => ({
            element: h("fieldset", {}, h("legend", {}, group), ...members.map(rowOf)),
            members: members.map(({ path }) => path),
        }));
        this.rest.replaceChildren(...this.groups.map(({ element }) => element));
        this.element.replaceChildren(
            h("fieldset", { class: "leading", hidden: this.leading.length === 0 }, h("legend", {}, "what matters here"),
                ...this.leading.map(rowOf)),
            h("h3", {}, "changes"), this.nothing, this.changes,
            h("div", { class: "field find" }, this.search, h("label", { class: "switch" }, this.all, this.count)),
            this.rest);
    }
    /** What was asked for; without a question only what was chosen to be shown. */
    private sift(): void {
        const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
        const acting = new Set(this.now.filter((one) => hasEffect(one, this.now)).map(({ path }) => path));
        const isFound = (path: string) => words.length > 0
            ? words.every((word) => this.rows.get(path)!.words.includes(word))
            : this.all.checked && acting.has(path);
        for (const { element, members } of this.groups) {
            const found = members.map((path) => (this.rows.get(path)!.element.hidden = !isFound(path)));
            element.hidden = found.every((isHidden) => isHidden);
        }
        this.count.textContent = `all ${acting.size} that act here`;
    }

    /** What was changed in this run, the last first, each with the value before and a way back to it. */
    showChanges(changes: LiveState["changes"]): void {
        // what was before a change that this page did not see made, nobody tells
        this.unseen = Math.min(this.unseen ?? changes.length, changes.length);
        const before = new Map<string, string>();
        const rows = changes.map(({ time, path, value }, i) => {
            const old = before.get(path) ?? (i < this.unseen! ? "" : this.first.get(path)?.shown ?? "");
            before.set(path, value);
            const added = /^bodies\.([^.]+)$/.exec(path)?.[1];
            const rule = /^contacts\.\d+$/.test(path) && value.startsWith("{between");
            const words = added !== undefined ? `${added} thrown in` : rule ? `${path}, a rule for it` : `${path} = ${value}`;
            return h("li", { title: added !== undefined ? value : "" }, h("b", {}, `${format(time, 6)} s`), ` ${words}`,
                old !== "" ? h("small", {}, ` was ${old} `) : null,
                old !== "" ? h("button", { type: "button", class: "small-text", "aria-label": `Undo ${path} = ${value}`, onclick: () => this.set(path, old) }, "undo") : null);
        });
        this.changes.replaceChildren(...rows.reverse());
        this.nothing.hidden = rows.length > 0;
    }

    // ---- one value ----

    private row(parameter: Parameter): Row {
        const { path, group, label, kind, unit, text } = parameter;
        const name = `${group} ${label}`;
        const bounds = kind === "number" ? ` (${parameter.low ?? "−∞"} to ${parameter.high ?? "∞"} ${unitText(unit)})` : "";
        const back = h("button", { type: "button", class: "back", hidden: true, "aria-label": `Set ${name} back`, onclick: () => this.set(path, this.first.get(path)!.shown) }, "↺");
        const hint = h("small", { class: "prefixed" });
        const { parts, show } = this.field(parameter, { "aria-label": name, "data-path": path }, (value) => this.set(path, value));
        const shownLabel = group === "gravity" ? `gravity ${"xyz"[Number(label)] ?? label}`
            : /^joints\.|\.motion\.|^forces\./.test(path) ? `${group.replace(/^\w+ /, "")} ${label}` : label;
        const element = h("div", { class: `parameter ${kind}`, title: `${group}: ${text}${bounds}\n${path}` },
            h("span", { class: "label" }, shownLabel, hint, back), ...parts,
            h("span", { class: "unit" }, unitText(unit)));
        return {
            element, back, words: `${group} ${label} ${path} ${text}`.toLowerCase(),
            show: (now) => {
                hint.textContent = prefixed(now);
                show(now);
            },
        };
    }
    /** What one changes it with, and how it shows another value. */
    private field(parameter: Parameter, marks: Record<string, string>, set: (value: string | number) => void): { parts: HTMLElement[]; show: (parameter: Parameter) => void } {
        if (parameter.kind === "switch") {
            const input = h("input", { type: "checkbox", ...marks, onchange: () => set(String(input.checked)) });
            return { parts: [input], show: ({ shown }) => (input.checked = shown === "true") };
        }
        if (parameter.kind === "word") {
            const select = h("select", { ...marks, onchange: () => set(select.value) },
                ...parameter.choices.map((word) => h("option", { value: word }, word)));
            return { parts: [select], show: ({ shown }) => (select.value = shown) };
        }
        if (parameter.kind === "text") {
            const input = h("input", { type: "text", ...marks, onchange: () => set(input.value), spellcheck: "false" });
            return { parts: [input], show: ({ shown }) => document.activeElement !== input && (input.value = shown) };
        }
        return this.numberField(parameter, marks, set);
    }
    private numberField(parameter: Parameter, marks: Record<string, string>, set: (value: string | number) => void): { parts: HTMLElement[]; show: (parameter: Parameter) => void } {
        let scale: Scale = scaleOf(parameter);
        const number = h("input", {
            type: "number", step: "any", ...marks, min: parameter.low ?? undefined, max: parameter.high ?? undefined,
            onchange: () => Number.isFinite(number.valueAsNumber) && set(number.valueAsNumber),
        });
        const chosen = () => Number(scale.valueAt(Number(slider.value)).toPrecision(3));
        const slider = h("input", {
            type: "range", min: 0, max: 1, step: 0.005, "aria-label": `${marks["aria-label"]}, slider`,
            oninput: () => {
                number.value = format(chosen());
                slider.setAttribute("aria-valuetext", number.value);
            },
            onchange: () => set(chosen()),
        });
        const show = (now: Parameter) => {
            number.placeholder = now.given ? "" : now.shown !== "" ? now.shown : "–";
            slider.classList.toggle("unset", !now.given);
            if (document.activeElement !== number) {
                number.value = now.value === null || !now.given ? "" : shortText(now.value);
            }
            if (document.activeElement !== slider && now.value !== null) {
                if (scale.placeOf(now.value) <= 0 || scale.placeOf(now.value) >= 1) {
                    scale = scaleOf(now);
                }
                slider.value = String(scale.placeOf(now.value));
            } else if (now.value === null) {
                slider.value = "0";
            }
        };
        return { parts: [slider, number], show };
    }
}
