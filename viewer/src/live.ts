// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live.ts - controls of a run that goes on: start, pause, step, reset, and its parameters.

import { format, h } from "./dom";
import { Blow } from "./hand";
import { reopen } from "./start";
import type { LiveState, Parameter, Source } from "./source";

/** All digits that count, short. */
function shown(value: number): string {
    const plain = String(value);
    return plain.length <= 9 ? plain : String(Number(value.toPrecision(7)).toExponential());
}

export class Live {
    readonly bar: HTMLElement;
    readonly panel = h("div", { class: "parameters scroll", role: "region", tabindex: "0", "aria-label": "Parameters" });
    state: LiveState | null = null;
    private readonly runButton: HTMLButtonElement;
    private readonly blow: Blow;
    private readonly status = h("span", { class: "status", role: "status" });
    private readonly changes = h("ol", { class: "changes", "aria-label": "Changes made" });
    private readonly inputs = new Map<string, (parameter: Parameter) => void>(); // shows a value

    constructor(private readonly source: Source) {
        this.runButton = h("button", { type: "button", class: "primary", onclick: () => this.toggle() }, "Start");
        this.bar = h("div", { class: "live", role: "group", "aria-label": "Live run" },
            this.runButton,
            h("button", { type: "button", title: "To the next frame", onclick: () => this.command("step") }, "Step"),
            h("button", { type: "button", title: "From the start, with the values chosen", onclick: () => this.command("reset") }, "Reset"),
            this.status,
            source.fromStart ? h("button", { type: "button", title: "Back to the list of models", onclick: () => { source.send({ do: "list" }); void reopen(); } }, "Models") : null);
        this.blow = new Blow(source.scene, source);
    }
    select(body: number | null): void {
        this.blow.select(body);
    }
    toggle(): void {
        this.command(this.state?.state === "running" ? "pause" : "start");
    }
    /** The run as it goes is what one wants to see then. */
    onCommand: () => void = () => {};
    private command(name: string): void {
        this.onCommand();
        this.source.send({ do: name });
    }
    update(state: LiveState): void {
        this.state = { ...state, parameters: state.parameters ?? this.state?.parameters };
        this.runButton.textContent = state.state === "running" ? "Pause" : "Start";
        this.runButton.disabled = state.state === "done" || state.state === "failed";
        const words = { paused: "paused", running: `${format(state.rate, 3)} s/s`, done: "reached its end", failed: "stopped" };
        this.status.textContent = `t = ${format(state.time, 5)} s · ${words[state.state]}`;
        if (state.message !== "") {
            this.status.textContent += ` · ${state.message}`;
        }
        if (state.parameters) {
            this.render(state.parameters);
        }
        this.changes.replaceChildren(...state.changes.map((change) =>
            h("li", {}, h("b", {}, `${format(change.time, 6)} s`), ` ${change.path} = ${change.value}`)));
    }

    // ---- parameters ----

    private render(parameters: Parameter[]): void {
        const known = parameters.every(({ path }) => this.inputs.has(path)) && parameters.length === this.inputs.size;
        if (known) {
            parameters.forEach((parameter) => this.inputs.get(parameter.path)?.(parameter));
            return;
        }
        this.inputs.clear();
        const groups = new Map<string, Parameter[]>();
        parameters.forEach((parameter) => groups.set(parameter.group, [...(groups.get(parameter.group) ?? []), parameter]));
        this.panel.replaceChildren(
            h("p", { class: "hint" }, "Changes act at once and are kept with the run. Shift-drag a body to pull it."),
            this.blow.element,
            ...[...groups].map(([group, members]) => h("fieldset", {}, h("legend", {}, group), ...members.map((p) => this.widget(p)))),
            h("h3", {}, "changes"), this.changes);
        parameters.forEach((parameter) => this.inputs.get(parameter.path)?.(parameter));
    }
    /** From nothing to ten times the value, within the bounds. */
    private range(parameter: Parameter): { low: number; high: number } {
        const value = parameter.value ?? 0;
        const size = Math.abs(value) || 1;
        const isSmall = parameter.high !== null && parameter.high <= 10;
        const low = parameter.low ?? -10 * size;
        const high = isSmall ? parameter.high! : Math.min(parameter.high ?? Infinity, 10 * size);
        return { low: Math.max(low, value < 0 ? -10 * size : Math.min(0, low)), high };
    }
    private widget(parameter: Parameter): HTMLElement {
        const name = `${parameter.group} ${parameter.label}`;
        const set = (value: string | number) => this.source.send({ do: "set", path: parameter.path, value });
        const parts = this.fields(parameter, name, set);
        const bounds = parameter.kind === "number" ? ` (${parameter.low ?? "−∞"} to ${parameter.high ?? "∞"} ${parameter.unit})` : "";
        return h("div", { class: `parameter ${parameter.kind}`, title: `${parameter.text}${bounds}` },
            h("span", { class: "label" }, parameter.label), ...parts,
            parameter.kind === "number" ? h("span", { class: "unit" }, parameter.unit === "-" ? "" : parameter.unit) : null);
    }
    /** What one changes it with; `this.inputs` knows how to show another value. */
    private fields(parameter: Parameter, name: string, set: (value: string | number) => void): HTMLElement[] {
        const marks = { "aria-label": name, "data-path": parameter.path };
        if (parameter.kind === "switch") {
            const input = h("input", { type: "checkbox", ...marks, onchange: () => set(String(input.checked)) });
            this.inputs.set(parameter.path, ({ shown }) => (input.checked = shown === "true"));
            return [input];
        }
        if (parameter.kind === "word") {
            const select = h("select", { ...marks, onchange: () => set(select.value) },
                ...parameter.choices.map((word) => h("option", { value: word }, word)));
            this.inputs.set(parameter.path, ({ shown }) => (select.value = shown));
            return [select];
        }
        if (parameter.kind === "text") {
            const input = h("input", { type: "text", ...marks, onchange: () => set(input.value), spellcheck: "false" });
            this.inputs.set(parameter.path, ({ shown }) => document.activeElement !== input && (input.value = shown));
            return [input];
        }
        const { low, high } = this.range(parameter);
        const number = h("input", {
            type: "number", step: "any", ...marks, placeholder: parameter.shown,
            min: parameter.low ?? undefined, max: parameter.high ?? undefined,
            onchange: () => Number.isFinite(number.valueAsNumber) && set(number.valueAsNumber),
        });
        const slider = h("input", {
            type: "range", min: low, max: high, step: (high - low) / 200, "aria-label": `${name}, slider`,
            oninput: () => (number.value = format(Number(slider.value))),
            onchange: () => set(Number(slider.value)),
        });
        this.inputs.set(parameter.path, ({ value }) => {
            if (document.activeElement !== number) {
                number.value = value === null ? "" : shown(value);
                slider.value = String(value ?? low);
            }
        });
        return [slider, number];
    }
}
