// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// phase.ts - one series over another: a curve in the plane of both, with a dot at the present.

import { format, h } from "./dom";

export interface PhaseCurve {
    name: string;
    unit: string;
    values: ArrayLike<number>;
}

const margin = { left: 66, right: 12, top: 6, bottom: 32 };

/** Steps of 1, 2 or 5 times a power of ten, about `count` of them. */
function marks(low: number, high: number, count: number): number[] {
    const raw = (high - low) / count;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
    const first = Math.ceil(low / step);
    return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step);
}

/** Bounds with some air; values that differ by rounding alone are one value. */
export function bounds(low: number, high: number): [number, number] {
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (!(high - low > 1e-11 * size) || size < 1e-14) {
        const air = size < 1e-14 ? 1 : 0.1 * size;
        return [(size < 1e-14 ? 0 : low) - air, (size < 1e-14 ? 0 : high) + air];
    }
    const air = 0.06 * (high - low);
    return [low - air, high + air];
}

export class Phase {
    readonly element = h("canvas", { class: "phase" });
    private present = 0;
    private readonly size = { width: 320, height: 130 };
    constructor(private x: PhaseCurve, private y: PhaseCurve) {
        this.element.setAttribute("role", "img");
        this.element.setAttribute("aria-label", `${y.name} over ${x.name}`);
    }
    set(x: PhaseCurve, y: PhaseCurve): void {
        this.x = x;
        this.y = y;
        this.draw();
    }
    setSize(width: number, height: number): void {
        Object.assign(this.size, { width, height });
        this.draw();
    }
    /** The index of the instant that is shown. */
    show(index: number): void {
        this.present = index;
        this.draw();
    }
    private range({ values }: PhaseCurve): [number, number] {
        let [low, high] = [Infinity, -Infinity];
        for (let i = 0; i < values.length; i++) {
            if (Number.isFinite(values[i])) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
        }
        return low <= high ? bounds(low, high) : [-1, 1];
    }
    private draw(): void {
        const { width, height } = this.size;
        const scale = devicePixelRatio;
        this.element.width = width * scale;
        this.element.height = height * scale;
        this.element.style.width = `${width}px`;
        this.element.style.height = `${height}px`;
        const context = this.element.getContext("2d");
        if (!context) {
            return;
        }
        const style = getComputedStyle(document.documentElement);
        const colour = (name: string) => style.getPropertyValue(name).trim();
        context.scale(scale, scale);
        const [x0, x1] = this.range(this.x);
        const [y0, y1] = this.range(this.y);
        const place = (i: number): [number, number] => [
            margin.left + ((this.x.values[i] - x0) / (x1 - x0)) * (width - margin.left - margin.right),
            height - margin.bottom - ((this.y.values[i] - y0) / (y1 - y0)) * (height - margin.top - margin.bottom),
        ];
        this.drawAxes(context, [x0, x1], [y0, y1], colour);
        context.strokeStyle = colour("--accent");
        context.lineWidth = 1.5;
        context.beginPath();
        let isDown = false;
        for (let i = 0; i < this.x.values.length; i++) {
            const [x, y] = place(i);
            if (Number.isFinite(x) && Number.isFinite(y)) {
                isDown ? context.lineTo(x, y) : context.moveTo(x, y);
            }
            isDown = Number.isFinite(x) && Number.isFinite(y);
        }
        context.stroke();
        const [x, y] = place(this.present);
        context.fillStyle = colour("--present");
        context.beginPath();
        context.arc(x, y, 4, 0, 2 * Math.PI);
        context.fill();
    }
    private drawAxes(context: CanvasRenderingContext2D, [x0, x1]: [number, number], [y0, y1]: [number, number], colour: (name: string) => string): void {
        const { width, height } = this.size;
        context.font = "11px system-ui, sans-serif";
        context.strokeStyle = colour("--line");
        context.fillStyle = colour("--soft");
        const right = width - margin.right;
        const bottom = height - margin.bottom;
        context.textAlign = "center";
        for (const value of marks(x0, x1, Math.max(2, width / 90))) {
            const x = margin.left + ((value - x0) / (x1 - x0)) * (right - margin.left);
            context.strokeRect(x, margin.top, 0, bottom - margin.top);
            context.fillText(format(value), x, bottom + 12);
        }
        context.textAlign = "right";
        for (const value of marks(y0, y1, Math.max(2, height / 34))) {
            const y = bottom - ((value - y0) / (y1 - y0)) * (bottom - margin.top);
            context.strokeRect(margin.left, y, right - margin.left, 0);
            context.fillText(format(value), margin.left - 5, y + 4);
        }
        context.fillText(`${this.x.name} [${this.x.unit}]`, right, height - 4);
        context.save();
        context.translate(11, margin.top);
        context.rotate(-Math.PI / 2);
        context.fillText(`[${this.y.unit}]`, 0, 0);
        context.restore();
    }
}
