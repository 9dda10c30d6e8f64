// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curated.ts - of all values of a model the few that matter first, those that do nothing in it, and
// over which range a slider goes.

import type { Parameter } from "./source";

const mostFirst = 5;

/** In this order, one of each: the first that the model gives. */
const wanted: ((all: Parameter[]) => Parameter | undefined)[] = [
    (all) => given(all, /^contacts\..*sliding_friction$/) ?? given(all, /sliding_friction$/),
    (all) => given(all, /^contacts\..*\.restitution$/) ?? given(all, /\.restitution$/),
    (all) => all.filter(({ path }) => /^gravity\b/.test(path))
        .reduce<Parameter | undefined>((best, one) => (Math.abs(one.value ?? 0) > Math.abs(best?.value ?? 0) ? one : best), undefined),
    (all) => drive(all, /speed$/) ?? drive(all, /./),
    (all) => given(all, /^simulation\./),
    (all) => given(all, /\.normal\.(stiffness|penalty)$/) ?? given(all, /youngs_modulus$/),
    (all) => given(all, /^forces\./),
];

function given(all: Parameter[], path: RegExp): Parameter | undefined {
    return all.find((parameter) => parameter.given && parameter.value !== null && path.test(parameter.path));
}
/** What moves a joint or a body by itself. */
function drive(all: Parameter[], path: RegExp): Parameter | undefined {
    return all.find((parameter) => parameter.given && /^joints\.|\.motion\.|^variables\./.test(parameter.path) &&
        path.test(parameter.path) && parameter.shown !== "free");
}

/** The values shown above all others. */
export function firstValues(all: Parameter[]): Parameter[] {
    const found = wanted.map((find) => find(all)).filter((one) => one !== undefined);
    return [...new Set(found)].slice(0, mostFirst);
}

/** Words that the other keys of the same rule have now. */
function wordOf(all: Parameter[], path: string, key: string): string | undefined {
    const rule = /^contacts\.\d+/.exec(path)?.[0];
    return all.find((other) => other.path === `${rule}.${key}`)?.shown;
}
/** Words of all rules; empty where there is no rule that says. */
function wordsOf(all: Parameter[], key: RegExp): string[] {
    return all.filter(({ path }) => key.test(path)).map(({ shown }) => shown);
}

/** Whether a value has an effect in this model as it is now. What was given is never hidden. */
export function hasEffect(parameter: Parameter, all: Parameter[]): boolean {
    const { path, text, kind } = parameter;
    if (/^contacts\.\d+\.(normal|friction)$/.test(path)) {
        return wordOf(all, path, `${path.split(".")[2]}.law`) === undefined; // its parts are listed
    }
    if (parameter.given) {
        return true;
    }
    const manifolds = /with manifold ([\w, ]+?)(:|;|$)/.exec(text)?.[1]?.split(/,\s*|\s+or\s+/);
    if (manifolds) {
        return manifolds.includes(wordOf(all, path, "manifold") ?? "");
    }
    if (/_field$/.test(path) || path.endsWith(".masters")) {
        return /faces|vertices/.test(wordOf(all, path, "manifold") ?? "");
    }
    const law = /for the law (\w+)/.exec(text)?.[1];
    if (law) {
        return wordsOf(all, /\.normal\.law$/).includes(law);
    }
    if (path.endsWith("static_friction")) {
        return wordsOf(all, /\.friction\.law$/).includes("static_dynamic");
    }
    if (path.endsWith("sliding_regularization")) {
        const laws = wordsOf(all, /\.friction\.law$/);
        return laws.length === 0 || laws.some((name) => !["bristle", "mindlin", "coulomb", "none"].includes(name));
    }
    return kind !== "text"; // an expression that is not there
}

/** How a slider runs from 0 to 1. */
export interface Scale {
    valueAt(place: number): number;
    placeOf(value: number): number;
}

const clipped = (place: number) => Math.max(0, Math.min(1, place));

function linear(low: number, high: number): Scale {
    return { valueAt: (place) => low + place * (high - low), placeOf: (value) => clipped((value - low) / (high - low)) };
}
/** `reach` powers of ten up and down. */
function logarithmic(middle: number, reach: number, { low, high }: Parameter): Scale {
    const bottom = Math.max(middle / 10 ** reach, low ?? 0);
    const top = Math.min(middle * 10 ** reach, high ?? Infinity);
    const length = Math.log(top / bottom);
    return { valueAt: (place) => bottom * Math.exp(place * length), placeOf: (value) => clipped(Math.log(Math.max(value, bottom) / bottom) / length) };
}

/** Friction to 1.5, restitution to 1, gravity to that of Jupiter, stiffness by powers of ten. */
export function scaleOf(parameter: Parameter): Scale {
    const { path, value, low, high } = parameter;
    const size = Math.abs(value ?? 0);
    if (/friction$/.test(path)) {
        return linear(0, Math.max(1.5, 1.5 * size));
    }
    if (/^gravity\b/.test(path)) {
        return size > 0 ? linear(Math.min(0, 2.5 * value!), Math.max(0, 2.5 * value!)) : linear(-25, 25);
    }
    if (low !== null && high !== null && high - low <= 10) {
        return linear(low, high);
    }
    if (size > 0 && (low ?? -1) >= 0) {
        return logarithmic(size, 2, parameter);
    }
    return linear(Math.max(low ?? -Infinity, size > 0 ? -3 * size : low ?? -10), Math.min(high ?? Infinity, size > 0 ? 3 * size : 10));
}
