// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// looks.ts - what is drawn, as switches beside the picture.

import { Plane, Vector3 } from "three";
import type { Compare, Placing } from "./compare";
import { h } from "./dom";
import type { Extras } from "./extras";
import type { Scene } from "./messages";
import type { Contacts, Scaling, Showing } from "./picture/arrows";
import type { Bodies, BodyStyle } from "./picture/bodies";
import type { MapChoice, MapRange, Maps } from "./picture/maps";
import type { Regions } from "./picture/regions";
import type { Stage } from "./picture/stage";
import type { Ties } from "./picture/ties";
import type { Veils } from "./picture/veils";

export interface Looked {
    scene: Scene;
    stage: Stage;
    bodies: Bodies;
    contacts: Contacts;
    maps: Maps;
    regions: Regions;
    ties: Ties;
    veils: Veils;
    extras: Extras;
    compare: Compare | null;
    redraw: () => void;
}

function box(label: string, isOn: boolean, change: (on: boolean) => void): HTMLElement {
    const input = h("input", { type: "checkbox", checked: isOn, onchange: () => change(input.checked) });
    return h("label", { class: "switch" }, input, label);
}
function choice<T extends string>(label: string, options: [T, string][], change: (value: T) => void, name = label): HTMLElement {
    const select = h("select", { "aria-label": name, onchange: () => change(select.value as T) },
        ...options.map(([value, text]) => h("option", { value }, text)));
    return h("label", { class: "field" }, label, select);
}
function slider(label: string, name: string, range: { min: number; max: number; step: number; value: number }, change: (value: number) => void): HTMLElement {
    const input = h("input", { type: "range", ...range, "aria-label": name, oninput: () => change(input.valueAsNumber) });
    return h("label", { class: "field" }, label, input);
}

export function makeLooks(of: Looked): HTMLElement {
    const { scene, stage, bodies, contacts, extras, compare, redraw } = of;
    const then = <T>(change: (value: T) => void) => (value: T) => {
        change(value);
        redraw();
    };
    const surfaces = h("div", { hidden: !scene.has_maps }, ...mapping(of.maps, redraw));
    of.maps.onSeen = () => (surfaces.hidden = false);
    const outlines = box("outlines of regions", of.regions.isShown, then((on) => (of.regions.isShown = on)));
    outlines.hidden = !scene.has_regions;
    of.regions.onSeen = () => (outlines.hidden = false);
    const hasDisplay = scene.shapes.some((shape) => !shape.collides);
    return h("section", { class: "looks", "aria-label": "What is shown" },
        ...(compare ? comparing(compare, redraw) : []),
        h("h2", {}, "Contacts"),
        box("forces", contacts.show.forces, then((on) => (contacts.show.forces = on))),
        box("friction", contacts.show.friction, then((on) => (contacts.show.friction = on))),
        box("points", contacts.show.points, then((on) => (contacts.show.points = on))),
        box("normals", contacts.show.normals, then((on) => (contacts.show.normals = on))),
        outlines,
        choice<Showing>("shown", [["auto", "strongest"], ["all", "all arrows"], ["chains", "chains"]],
            then((value) => (contacts.showing = value)), "forces that are shown"),
        choice<Scaling>("arrows fit", [["expanding", "largest so far"], ["fitting", "largest now"], ["fixed", "keep as it is"]],
            then((value) => { contacts.scaling = value; contacts.forget(); }), "scale of arrows"),
        slider("length", "length of arrows", { min: -2, max: 2, step: 0.1, value: 0 }, then((value) => (contacts.factor = 2 ** value))),
        surfaces,
        h("h2", {}, "Bodies"),
        hasDisplay ? box("contact shapes", true, then((on) => (bodies.showContact = on))) : null,
        hasDisplay ? box("other shapes", true, then((on) => (bodies.showDisplay = on))) : null,
        of.ties.hasSome ? box("springs and ropes", true, then((on) => (of.ties.isShown = on))) : null,
        box("frames", false, then((on) => (extras.show.frames = on))),
        box("centres of mass", false, then((on) => (extras.show.centers = on))),
        box("inertia ellipsoids", false, then((on) => (extras.show.ellipsoids = on))),
        scene.joints.length > 0 ? box("joints", false, then((on) => (extras.show.joints = on))) : null,
        box("shadows", true, (on) => stage.setShadows(on)),
        slider("opacity", "opacity of bodies", { min: 0.1, max: 1, step: 0.05, value: bodies.opacity }, (value) => { bodies.setOpacity(value); stage.draw(); }),
        bodies.areFlexible ? slider("deformation", "how much more flexible bodies deform", { min: 0, max: 3, step: 0.1, value: Math.log10(bodies.exaggeration) },
            then((value) => (bodies.exaggeration = 10 ** value))) : null,
        box("edges only", bodies.onlyEdges, (on) => { bodies.setOnlyEdges(on); stage.draw(); }),
        box("see through what hides", of.veils.isOn, then((on) => (of.veils.isOn = on))),
        section(stage));
}

/** Opacity and edges of one body. */
export function bodyLook(stage: Stage, bodies: Bodies, body: number): HTMLElement {
    const change = (part: Partial<BodyStyle>) => {
        bodies.setStyle(body, { ...bodies.styleOf(body), ...part });
        stage.draw();
    };
    const { opacity, onlyEdges } = bodies.styleOf(body);
    return h("div", { class: "body-look" },
        slider("opacity", "opacity of this body", { min: 0.1, max: 1, step: 0.05, value: opacity }, (value) => change({ opacity: value })),
        box("edges of this body only", onlyEdges, (on) => change({ onlyEdges: on })));
}

// ---- pressure and depth ----

function mapping(maps: Maps, redraw: () => void): HTMLElement[] {
    const number = (name: string, get: () => number) => h("input", {
        type: "number", step: "any", "aria-label": name, value: get(),
        onchange: () => { maps.fix(low.valueAsNumber || 0, high.valueAsNumber || 0); redraw(); },
    });
    const low = number("lowest value of the colours", () => maps.low);
    const high = number("highest value of the colours", () => maps.high);
    const limits = h("div", { class: "field limits", hidden: maps.range !== "fixed" }, low, "to", high);
    const range = choice<MapRange>("colours fit", [["expanding", "largest so far"], ["fitting", "largest now"], ["fixed", "limits below"]], (value) => {
        if (value === "fixed") {
            maps.fix(maps.low, maps.high);
            low.value = String(Number(maps.low.toPrecision(4)));
            high.value = String(Number(maps.high.toPrecision(4)));
        } else {
            maps.range = value;
            maps.high = 0;
        }
        limits.hidden = value !== "fixed";
        redraw();
    }, "range of colours");
    (range.querySelector("select") as HTMLSelectElement).value = maps.range;
    const what = choice<MapChoice>("map", [["pressure", "pressure"], ["depth", "depth"], ["off", "off"]], (value) => {
        maps.what = value;
        maps.high = 0;
        maps.range = maps.range === "fixed" ? "expanding" : maps.range;
        (range.querySelector("select") as HTMLSelectElement).value = maps.range;
        limits.hidden = true;
        redraw();
    }, "map on surfaces");
    (what.querySelector("select") as HTMLSelectElement).value = maps.what;
    return [h("h2", {}, "Surfaces"), what, range, limits];
}

// ---- two runs ----

function comparing(compare: Compare, redraw: () => void): HTMLElement[] {
    return [
        h("h2", {}, "Second run"),
        h("p", { class: "fact" }, compare.title),
        choice<Placing>("shown", [["ghost", "as a ghost"], ["beside", "beside"], ["off", "not"]],
            (value) => { compare.place(value); redraw(); }, "second run"),
    ];
}

// ---- a cut ----

function section(stage: Stage): HTMLElement {
    const position = h("input", { type: "range", min: 0, max: 1, step: 0.005, value: 0.5, "aria-label": "place of the section", disabled: true });
    const direction = h("select", { "aria-label": "section plane" },
        ...["off", "x", "y", "z", "−x", "−y", "−z"].map((name) => h("option", { value: name }, name)));
    const apply = () => {
        const { min, max } = stage.extent;
        const name = direction.value;
        position.disabled = name === "off";
        const axis = "xyz".indexOf(name.slice(-1));
        if (axis < 0 || name === "off") {
            stage.setSection(null);
            return;
        }
        const sign = name.startsWith("−") ? -1 : 1;
        const at = min.getComponent(axis) + position.valueAsNumber * (max.getComponent(axis) - min.getComponent(axis));
        stage.setSection(new Plane(new Vector3().setComponent(axis, -sign), sign * at));
    };
    direction.addEventListener("change", apply);
    position.addEventListener("input", apply);
    return h("div", { class: "field" }, "section", direction, position);
}
