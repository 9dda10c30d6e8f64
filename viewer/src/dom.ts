// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dom.ts - elements and numbers as texts. Texts from a record go into text nodes only, so that no
// name can become markup.

type Child = Node | string | null;
type Properties = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

/** An element: `on...` are listeners, booleans are attributes that are there or not. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    properties: Properties = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (typeof value === "function") {
            element.addEventListener(name.slice(2).toLowerCase(), value as EventListener);
        } else if (typeof value === "boolean") {
            element.toggleAttribute(name, value);
        } else if (value !== undefined) {
            element.setAttribute(name, String(value));
        }
    }
    element.append(...children.filter((child): child is Node | string => child !== null));
    return element;
}

/** A button with an icon (a path in a 24 x 24 box) and a name for those who cannot see it. */
export function iconButton(label: string, path: string, onClick: () => void): HTMLButtonElement {
    const button = h("button", { type: "button", class: "icon", "aria-label": label, title: label });
    button.append(icon(path));
    button.addEventListener("click", onClick);
    return button;
}

const svgNamespace = "http://www.w3.org/2000/svg";

export function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
    const element = document.createElementNS(svgNamespace, tag);
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, String(value));
    }
    return element;
}

export function icon(path: string): SVGElement {
    const picture = svg("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" });
    picture.append(svg("path", { d: path }));
    return picture;
}

/** A number for people: `digits` significant ones, without noise at the end. */
export function format(value: number, digits = 4): string {
    if (!Number.isFinite(value)) {
        return "–";
    }
    if (value === 0) {
        return "0";
    }
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-4) {
        return value.toExponential(digits - 1).replace(/\.?0+e/, "e");
    }
    return String(Number(value.toPrecision(digits)));
}

const prefixes: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];

/** The unit in which `size` (SI) is between 1 and 1000: by which factor to multiply, and its name. */
export function withPrefix(size: number, unit: string): { factor: number; unit: string } {
    const [scale, prefix] = prefixes.find(([least]) => size >= least) ?? (size > 0 ? prefixes[prefixes.length - 1] : [1, ""]);
    return { factor: 1 / scale, unit: `${prefix}${unit}` };
}

/** 1, 2 or 5 times a power of ten: the largest such number not above `value`. */
export function niceBelow(value: number): number {
    const power = 10 ** Math.floor(Math.log10(value));
    const lead = value / power;
    return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

export function download(name: string, content: Blob): void {
    const link = h("a", { href: URL.createObjectURL(content), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function fileName(text: string): string {
    return text.replace(/[^\w.-]+/g, "_").slice(0, 80) || "abut";
}
