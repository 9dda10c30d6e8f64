// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live.ts - controls of a run that goes on: start, pause, step, reset, and its parameters.

import { format, h } from "./dom";
import { Blow } from "./hand";
import { Parameters } from "./parameters";
import type { LiveState, Source } from "./source";
import { reopen } from "./start";
import type { Throw } from "./throw";

/** How fast it goes beside real time, and whether that is as wanted. */
function pace({ rate, speed }: LiveState): string {
    const isBehind = speed > 0 && rate > 0 && rate < 0.8 * speed;
    return `${format(rate, 2)}× real time${isBehind ? ` of ${format(speed, 3)}× wanted` : ""}`;
}

export class Live {
    readonly bar: HTMLElement;
    readonly panel = h("div", { class: "parameters scroll", role: "region", tabindex: "0", "aria-label": "Parameters" });
    state: LiveState | null = null;
    private readonly runButton: HTMLButtonElement;
    private readonly blow: Blow;
    private readonly status = h("span", { class: "status", role: "status" });
    private readonly parameters: Parameters;
    private readonly loop = h("input", { type: "checkbox" });
    private readonly backButton = h("button", {
        type: "button", hidden: true, title: "The run is computed again up to the instant shown, with what was done before it, and can go another way from there",
        onclick: () => {
            this.source.send({ do: "back", time: this.shown });
            this.onCommand();
        },
    }, "Back to here");
    private shown = 0;

    constructor(private readonly source: Source, readonly thrower: Throw) {
        this.runButton = h("button", { type: "button", class: "primary", onclick: () => this.toggle() }, "Start");
        this.bar = h("div", { class: "live", role: "group", "aria-label": "Live run" },
            this.runButton,
            h("button", { type: "button", title: "To the next frame", onclick: () => this.command("step") }, "Step"),
            h("button", { type: "button", title: "From the start, with the values chosen", onclick: () => this.command("reset") }, "Reset"),
            this.backButton,
            h("label", { class: "switch", title: "Begins anew at the end" }, this.loop, "loop"),
            this.status,
            source.fromStart ? h("button", { type: "button", title: "Back to the list of models", onclick: () => void reopen(source.leave("list")) }, "Models") : null);
        this.blow = new Blow(source.scene, source);
        this.parameters = new Parameters((path, value) => source.send({ do: "set", path, value }));
        this.panel.append(h("p", { class: "hint" }, "Changes act at once and are kept with the run. Shift-drag a body to pull it."),
            this.parameters.element, this.thrower.element, this.blow.element);
    }
    /** The instant that is shown: one can go back to it when it is past. */
    showTime(time: number): void {
        this.shown = time;
        const now = this.state?.time ?? 0;
        this.backButton.hidden = this.state?.state === "failed" || !(time < now - 1e-9 * Math.abs(now));
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
        this.runButton.textContent = { running: "Pause", done: "Go on", paused: "Start", failed: "Start" }[state.state];
        this.runButton.title = state.state === "done" ? "Past the end of the model, without an end" : "";
        this.runButton.disabled = state.state === "failed";
        this.showTime(this.shown);
        if (state.state === "done" && this.loop.checked) {
            this.command("reset");
            this.command("start");
        }
        const words = { paused: "paused", running: pace(state), done: "reached its end", failed: "stopped" };
        this.status.textContent = `t = ${format(state.time < 1e-9 ? 0 : state.time, 5)} s · ${words[state.state]}`;
        if (state.message !== "") {
            this.status.textContent += ` · ${state.message}`;
        }
        if (state.parameters) {
            this.parameters.show(state.parameters);
        }
        this.parameters.showChanges(state.changes);
    }
}
