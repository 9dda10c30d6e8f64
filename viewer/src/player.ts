// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// player.ts - the present instant: playing, scrubbing, stepping. What the picture shows is always a
// recorded frame, never something in between.

import { format, h, iconButton } from "./dom";
import type { Frame } from "./messages";
import type { Source } from "./source";
import { Timeline } from "./timeline";

const icons = {
    play: "M8 5v14l11-7z",
    pause: "M7 5h4v14H7zM14 5h4v14h-4z",
    back: "M16 5v14L5 12z",
    next: "M6 5l8 7-8 7zM16 5h2v14h-2z",
    previous: "M18 5l-8 7 8 7zM6 5h2v14H6z",
    start: "M18 5l-6 7 6 7zM11 5l-6 7 6 7z",
    loop: "M5 12a7 7 0 0112-5l2 2M19 12a7 7 0 01-12 5l-2-2M19 4v5h-5M5 20v-5h5",
    keep: "M12 4l6 8-6 8-6-8z",
    end: "M6 5l6 7-6 7zM13 5l6 7-6 7z",
};

const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export class Player {
    readonly element: HTMLElement;
    frame: Frame | null = null;
    time: number;
    direction: -1 | 0 | 1 = 0;
    speed = 1;
    /** A live run is shown as it goes until someone scrubs. */
    followsLive = false;
    onFrame: (frame: Frame) => void = () => {};
    onPlay: (isPlaying: boolean) => void = () => {};
    private readonly slider: HTMLInputElement;
    private readonly readout = h("output", { class: "time", "aria-label": "time" });
    private readonly playButton: HTMLButtonElement;
    private readonly speedBox: HTMLSelectElement;
    readonly timeline: Timeline;
    private readonly loopButton: HTMLButtonElement;
    private lastClock = 0;

    constructor(private readonly source: Source) {
        this.time = source.scene.start_time;
        this.timeline = new Timeline(() => ({ first: this.source.scene.start_time, last: this.source.lastTime }), () => this.source.events);
        this.followsLive = source.isLive;
        this.speed = source.isLive ? 1 : this.fittingSpeed();
        this.slider = h("input", {
            type: "range", min: source.scene.start_time, max: source.lastTime, step: "any",
            value: this.time, "aria-label": "time", class: "scrub",
            oninput: () => {
                this.followsLive = false;
                void this.jump(Number(this.slider.value));
            },
        });
        this.playButton = iconButton("Play", icons.play, () => this.toggle());
        this.playButton.classList.add("play");
        this.speedBox = h("select", { "aria-label": "speed of replay", onchange: () => this.setSpeed(Number(this.speedBox.value)) });
        for (const speed of [...new Set([...speeds, this.speed])].sort((a, b) => a - b)) {
            this.speedBox.append(h("option", { value: speed, selected: speed === this.speed }, `${format(speed)}×`));
        }
        this.slider.addEventListener("pointermove", (event) => {
            this.slider.title = this.timeline.wordsAt(event.clientX - this.slider.getBoundingClientRect().left);
        });
        this.loopButton = iconButton("Play a part: from here (L)", icons.loop, () => this.markLoop());
        this.element = h("div", { class: "player", role: "group", "aria-label": "Time" },
            h("div", { class: "buttons" },
                iconButton("To the start", icons.start, () => void this.jump(source.scene.start_time)),
                iconButton("Play backwards", icons.back, () => this.play(this.direction === -1 ? 0 : -1)),
                iconButton("One frame back", icons.previous, () => void this.step(-1)),
                this.playButton,
                iconButton("One frame on", icons.next, () => void this.step(1)),
                iconButton("To the end", icons.end, () => void this.jump(source.lastTime)),
                this.loopButton,
                iconButton("Keep this instant (K)", icons.keep, () => this.keep())),
            h("div", { class: "track" }, this.timeline.ticks, this.slider, this.timeline.scale),
            this.readout, this.speedBox);
    }

    get first(): number {
        return this.source.scene.start_time;
    }
    get last(): number {
        return this.source.lastTime;
    }
    /** Real time, unless the whole would be over in a blink or last for minutes. */
    private fittingSpeed(): number {
        const length = this.source.scene.end_time - this.source.scene.start_time;
        const wanted = length / (length < 2 ? 6 : length > 60 ? 40 : length);
        return speeds.reduce((best, s) =>
            Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best);
    }

    async jump(time: number): Promise<void> {
        const clipped = Math.max(this.source.scene.start_time, Math.min(time, this.source.lastTime));
        this.time = clipped;
        const shown = this.frame;
        const frame = await this.source.frameAt(clipped + 1e-9 * Math.abs(clipped));
        const isOvertaken = this.followsLive && this.frame !== shown; // by what the run has sent meanwhile
        if (frame && !isOvertaken) {
            this.show(frame);
        }
    }
    async step(count: number): Promise<void> {
        this.play(0);
        this.followsLive = false;
        if (this.frame) {
            const frame = await this.source.neighbour(this.frame, count);
            if (frame) {
                this.time = frame.time;
                this.show(frame);
            }
        }
    }
    show(frame: Frame): void {
        this.frame = frame;
        if (this.direction === 0) {
            this.time = frame.time;
        }
        this.slider.max = String(this.source.lastTime);
        this.drawGrown();
        this.slider.value = String(frame.time);
        this.slider.setAttribute("aria-valuetext", `${format(frame.time, 6)} seconds`);
        this.readout.textContent = `${frame.time.toFixed(this.digits())} s`;
        this.readout.title = `frame ${frame.index + 1} of ${this.source.frameCount}`;
        this.onFrame(frame);
    }
    private digits(): number {
        const step = (this.source.lastTime - this.source.scene.start_time) / Math.max(1, this.source.frameCount - 1);
        return Math.max(0, Math.min(9, Math.ceil(-Math.log10(step || 1)) + 1));
    }

    toggle(): void {
        this.play(this.direction === 0 ? 1 : 0);
    }
    play(direction: -1 | 0 | 1): void {
        const last = this.source.lastTime;
        if (direction === 1 && this.time >= last) {
            this.time = this.source.scene.start_time;
        } else if (direction === -1 && this.time <= this.source.scene.start_time) {
            this.time = last;
        }
        const wasStill = this.direction === 0;
        this.direction = direction;
        this.followsLive = false;
        this.onPlay(direction !== 0);
        this.playButton.replaceChildren(iconButton("", direction === 0 ? icons.play : icons.pause, () => {}).firstChild as Node);
        this.playButton.setAttribute("aria-label", direction === 0 ? "Play" : "Pause");
        this.playButton.title = direction === 0 ? "Play" : "Pause";
        if (wasStill && direction !== 0) {
            this.lastClock = performance.now();
            requestAnimationFrame((clock) => void this.tick(clock));
        }
    }
    private async tick(clock: number): Promise<void> {
        if (this.direction === 0) {
            return;
        }
        const passed = Math.min(0.25, (clock - this.lastClock) / 1000);
        this.lastClock = clock;
        const first = this.source.scene.start_time;
        const last = this.source.lastTime;
        this.time += this.direction * this.speed * passed;
        const { first: low, last: high } = this.looped(first, last);
        if (this.time > high || this.time < low) {
            this.time = this.direction > 0 ? low : high; // again and again
        }
        const frame = await this.source.frameAt(this.time);
        if (frame && frame.index !== this.frame?.index) {
            this.show(frame);
        }
        requestAnimationFrame((next) => void this.tick(next));
    }
    /** What is played: the part that was marked, else all. */
    private looped(first: number, last: number): { first: number; last: number } {
        const { loop } = this.timeline;
        return loop && loop.last > loop.first ? loop : { first, last };
    }
    /** Once: a part begins here. Again: it ends here. A third time: no part any more. */
    markLoop(): void {
        const { timeline } = this;
        const now = this.frame?.time ?? this.time;
        if (timeline.loop === null) {
            timeline.loop = { first: now, last: now };
        } else if (timeline.loop.last === timeline.loop.first && now !== timeline.loop.first) {
            const { first } = timeline.loop;
            timeline.loop = { first: Math.min(first, now), last: Math.max(first, now) };
        } else {
            timeline.loop = null;
        }
        const part = timeline.loop;
        const label = part === null ? "Play a part: from here (L)" : part.first === part.last ? "Play a part: up to here (L)" : "Play all again (L)";
        this.loopButton.title = label;
        this.loopButton.setAttribute("aria-label", label);
        this.loopButton.setAttribute("aria-pressed", String(part !== null));
        timeline.draw();
    }
    keep(): void {
        this.timeline.keep(this.frame?.time ?? this.time);
    }
    jumpToKept(direction: 1 | -1): void {
        const time = this.timeline.keptBeside(this.frame?.time ?? this.time, direction);
        if (time !== undefined) {
            this.play(0);
            void this.jump(time);
        }
    }
    /** A live run grows: the scale and the marks follow, where they would be off by more than a hundredth. */
    private drawGrown(): void {
        const { lastTime, scene } = this.source;
        if (Math.abs(lastTime - this.scaledTo) > 0.01 * (lastTime - scene.start_time)) {
            this.drawTicks();
        }
    }
    scaledTo = 0; // the last time when they were drawn
    drawTicks(): void {
        this.scaledTo = this.source.lastTime;
        this.timeline.draw();
    }
    slower(steps: number): void {
        const at = [...this.speedBox.options].findIndex((option) => Number(option.value) === this.speed);
        const option = this.speedBox.options[Math.max(0, Math.min(at + steps, this.speedBox.options.length - 1))];
        this.speedBox.value = option.value;
        this.setSpeed(Number(option.value));
    }
    /** As it was chosen before. */
    showSpeed(speed: number): void {
        this.speed = speed;
        this.speedBox.value = String(speed);
    }
    private setSpeed(speed: number): void {
        this.speed = speed;
        this.source.send({ do: "speed", value: speed }); // of a live run
    }
}
