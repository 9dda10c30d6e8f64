// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// timeline.ts - what is drawn along the slider: events, in groups where they are dense, a scale of time,
// the part that is played again and again, and instants kept.

import { format, h } from "./dom";
import type { EventInfo } from "./messages";

export const eventColours: Record<string, string> = {
    touch: "#2f9e44", release: "#868e96", impact: "#e8590c", stick: "#1971c2", slip: "#f08c00", sensor: "#9c36b5", change: "#0c8599",
};

const inset = 8; // half the slider's thumb, px
const bin = 4; // events nearer than that are one mark, px

export interface Span {
    first: number; // s
    last: number;
}
export interface Group {
    x: number; // px
    events: EventInfo[];
}

/** Events that would be drawn over each other, together. */
export function groupsOf(events: EventInfo[], { first, last }: Span, width: number): Group[] {
    const groups: Group[] = [];
    for (const event of events) {
        const x = inset + ((event.time - first) / (last - first || 1)) * (width - 2 * inset);
        const newest = groups[groups.length - 1];
        if (newest && x - newest.x < bin) {
            newest.events.push(event);
        } else {
            groups.push({ x, events: [event] });
        }
    }
    return groups;
}
/** "3 touch, 1 release at 0.43 s" */
function wordsOf({ events }: Group): string {
    const counts = new Map<string, number>();
    events.forEach(({ kind }) => counts.set(kind, (counts.get(kind) ?? 0) + 1));
    const [first, last] = [events[0].time, events[events.length - 1].time];
    const when = first === last ? `at ${format(first, 5)} s` : `from ${format(first, 5)} to ${format(last, 5)} s`;
    return `${[...counts].map(([kind, count]) => `${count} ${kind}`).join(", ")} ${when}`;
}

/** Distances between labels of time: 1, 2 or 5 times a power of ten, in s. */
function stepOf(length: number, count: number): number {
    const raw = length / Math.max(1, count);
    const power = 10 ** Math.floor(Math.log10(raw));
    const lead = raw / power;
    return power * (lead > 5 ? 10 : lead > 2 ? 5 : lead > 1 ? 2 : 1);
}

export class Timeline {
    readonly ticks = h("canvas", { class: "ticks", "aria-hidden": "true" });
    readonly scale = h("canvas", { class: "timescale", "aria-hidden": "true" });
    loop: Span | null = null; // the part that is played
    readonly kept: number[] = []; // instants, s
    private groups: Group[] = [];

    constructor(private readonly span: () => Span, private readonly events: () => EventInfo[]) {
        new ResizeObserver(() => this.draw()).observe(this.ticks);
    }
    get marks(): { groups: number; largest: number } {
        return { groups: this.groups.length, largest: this.groups.reduce((most, { events }) => Math.max(most, events.length), 0) };
    }
    /** What the pointer is over, in words; "" beside all marks. */
    wordsAt(x: number): string {
        const near = this.groups.reduce<Group | null>((best, one) => (Math.abs(one.x - x) < Math.abs((best?.x ?? -1e9) - x) ? one : best), null);
        return near && Math.abs(near.x - x) < bin ? wordsOf(near) : "";
    }
    /** Keeps an instant, or lets it go again. */
    keep(time: number): void {
        const at = this.kept.findIndex((one) => Math.abs(one - time) < 1e-9);
        at >= 0 ? this.kept.splice(at, 1) : this.kept.push(time);
        this.kept.sort((a, b) => a - b);
        this.draw();
    }
    /** The next or previous instant kept. */
    keptBeside(time: number, direction: 1 | -1): number | undefined {
        return direction > 0 ? this.kept.find((one) => one > time + 1e-9) : this.kept.findLast((one) => one < time - 1e-9);
    }

    draw(): void {
        this.drawTicks();
        this.drawScale();
    }
    private contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
        const pixels = Math.min(devicePixelRatio, 2);
        canvas.width = canvas.clientWidth * pixels;
        canvas.height = canvas.clientHeight * pixels;
        const context = canvas.clientWidth > 0 ? canvas.getContext("2d") : null;
        context?.scale(pixels, pixels);
        return context;
    }
    private placeOf(time: number): number {
        const { first, last } = this.span();
        return inset + ((time - first) / (last - first || 1)) * (this.ticks.clientWidth - 2 * inset);
    }
    /** Groups are wider and taller with the number of events; their colours are those of their kinds. */
    private drawTicks(): void {
        const context = this.contextOf(this.ticks);
        const { clientWidth: width, clientHeight: height } = this.ticks;
        if (!context) {
            return;
        }
        this.groups = groupsOf(this.events(), this.span(), width);
        const { largest } = this.marks;
        for (const { x, events } of this.groups) {
            const share = events.length > 1 ? Math.log(events.length) / Math.log(Math.max(2, largest)) : 0;
            const tall = height * (0.55 + 0.45 * share);
            const wide = events.length > 1 ? bin - 1 : 1.5;
            const kinds = [...new Set(events.map(({ kind }) => kind))];
            kinds.forEach((kind, i) => {
                context.fillStyle = eventColours[kind] ?? "#868e96";
                context.fillRect(x - 0.75, height - tall + (i * tall) / kinds.length, wide, tall / kinds.length);
            });
        }
    }
    private drawScale(): void {
        const context = this.contextOf(this.scale);
        const { clientWidth: width, clientHeight: height } = this.scale;
        if (!context) {
            return;
        }
        const style = getComputedStyle(document.documentElement);
        const { first, last } = this.span();
        if (this.loop) {
            context.fillStyle = style.getPropertyValue("--accent");
            context.globalAlpha = 0.25;
            context.fillRect(this.placeOf(this.loop.first), 0, this.placeOf(this.loop.last) - this.placeOf(this.loop.first), height);
            context.globalAlpha = 1;
        }
        context.font = "10px system-ui, sans-serif";
        context.fillStyle = style.getPropertyValue("--soft");
        context.textAlign = "center";
        const step = stepOf(last - first, width / 90);
        for (let i = Math.ceil(first / step - 1e-9); last > first && i * step <= last * (1 + 1e-12); i++) {
            const x = this.placeOf(i * step);
            context.fillRect(x, 0, 1, 3);
            const text = `${format(i * step)}${i * step + step > last ? " s" : ""}`;
            const half = context.measureText(text).width / 2;
            context.fillText(text, Math.max(half, Math.min(width - half, x)), 12);
        }
        context.fillStyle = style.getPropertyValue("--present");
        for (const time of this.kept) {
            const x = this.placeOf(time);
            context.beginPath();
            context.moveTo(x, 0);
            context.lineTo(x + 4, 4);
            context.lineTo(x, 8);
            context.lineTo(x - 4, 4);
            context.fill();
        }
    }
}
