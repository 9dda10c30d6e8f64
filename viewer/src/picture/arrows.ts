// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// arrows.ts - contacts: points, normals, arrows of the normal force and of friction at each point that
// carries. All arrows have one linear scale; the legend says how long a round force is in the middle of
// the view. No more are drawn than can be read: the strongest, or those of what is selected; of piles
// chains of force from body to body.

import {
    BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, GreaterDepth, LineBasicMaterial,
    LineSegments, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3,
} from "three";
import { format, h, niceBelow } from "../dom";
import { norm, type Carried, type Frame, type Scene } from "../messages";
import type { Stage } from "./stage";
import { flatHead, flatPoint, flatShaft, Swarm, type Flat } from "./swarm";

const normalColour = "#d62246";
const frictionColour = "#f2a900";
const weightColour = "#1971c2";
const pointColour = "#7b2cbf";

export type Scaling = "fitting" | "expanding" | "fixed";

const up = new Vector3(0, 1, 0);

/** Solid where they are seen and faint where a body is before them. */
function twins(stage: Stage, geometry: BufferGeometry, colour: string | number, faint: number, flat: Flat | null = null): Swarm {
    const common = { color: colour, transparent: true, toneMapped: false, depthWrite: false };
    const hidden = new MeshBasicMaterial({ ...common, opacity: stage.isPlanar ? 0.95 : faint, depthFunc: GreaterDepth });
    return new Swarm(stage, geometry, [hidden, new MeshBasicMaterial({ ...common, opacity: 0.95 })], flat);
}

/** Arrows from a point along a vector: a shaft and a head. */
class Arrows {
    private readonly shafts: Swarm;
    private readonly heads: Swarm;
    private readonly turn = new Quaternion();
    private readonly matrix = new Matrix4();
    count = 0;
    constructor(stage: Stage, colour: string) {
        this.shafts = twins(stage, new CylinderGeometry(1, 1, 1, 8, 1, true).translate(0, 0.5, 0), colour, 0.3, flatShaft);
        this.heads = twins(stage, new ConeGeometry(1, 1, 10).translate(0, 0.5, 0), colour, 0.3, flatHead);
    }
    clear(): void {
        this.shafts.clear();
        this.heads.clear();
        this.count = 0;
    }
    add(from: Vector3, along: Vector3, thickness: number): void {
        const length = along.length();
        if (length < 1e-3 * thickness) {
            return;
        }
        this.count++;
        const direction = along.clone().divideScalar(length);
        const head = Math.min(4.5 * thickness, 0.5 * length);
        const width = Math.min(thickness, 0.3 * length);
        this.turn.setFromUnitVectors(up, direction);
        this.shafts.add(this.matrix.compose(from, this.turn, new Vector3(width, length - head, width)));
        this.heads.add(this.matrix.compose(
            from.clone().addScaledVector(direction, length - head), this.turn,
            new Vector3(2.2 * width, head, 2.2 * width)));
    }
    done(): void {
        this.shafts.done();
        this.heads.done();
    }
}

// From faint to strong, by the share of the largest force.
export const chainColours = ["#f4d35e", "#ee964b", "#d1345b", "#7a1041"];
const chainsFrom = 150; // contacts that are shown as chains by themselves
const arrowsMost = 60;
const chainsMost = 600;
const least = 0.02; // of the largest force: less is not drawn
const chained = 0.08; // likewise of chains

export type Showing = "auto" | "arrows" | "all" | "chains";
/** Which contacts count: of the bodies of shapes A and B. */
export type Focus = ((bodyA: number, bodyB: number) => boolean) | null;

export class Contacts {
    show = { forces: true, friction: true, points: true, normals: false };
    scaling: Scaling = "expanding";
    factor = 1; // chosen by hand
    onBody: "b" | "a" = "b"; // which body the arrows act on
    showing: Showing = "auto";
    focus: Focus = null; // of what is selected
    free: number | null = null; // the body (from 0) that alone is looked at: forces are those on it
    readonly legend = h("div", { class: "legend", role: "note", "aria-label": "scale of the arrows" });
    private largest = 0; // force that the scale is made for, N
    private readonly forces: Arrows;
    private readonly frictions: Arrows;
    private readonly weights: Arrows; // of the body that is looked at
    private readonly points: Swarm;
    private readonly normals: LineSegments;
    private readonly chains: Swarm[];
    private total = 0; // forces there are
    private shown = 0; // and are drawn
    private isChained = false;

    constructor(private readonly stage: Stage, private readonly scene: Scene) {
        const rod = new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);
        this.chains = chainColours.map((colour) => twins(stage, rod, colour, 0.55, flatShaft));
        this.forces = new Arrows(stage, normalColour);
        this.frictions = new Arrows(stage, frictionColour);
        this.weights = new Arrows(stage, weightColour);
        this.points = twins(stage, new SphereGeometry(1, 8, 6), pointColour, 0.5, flatPoint);
        this.normals = new LineSegments(new BufferGeometry(),
            new LineBasicMaterial({ color: new Color(pointColour), depthTest: false, transparent: true }));
        this.normals.frustumCulled = false;
        this.normals.renderOrder = 3;
        stage.scene.add(this.normals);
        stage.host.append(this.legend);
    }

    /** Metres per newton. */
    private scale(): number {
        return this.largest > 0 ? (this.factor * 0.22 * this.stage.seenSize()) / this.largest : 0;
    }
    forget(): void {
        this.largest = 0;
    }

    update(frame: Frame): void {
        const all = frame.carried();
        const most = all.reduce((sum, { force }) => Math.max(sum, norm(force)), 0);
        if (this.scaling === "fitting" || this.largest === 0) {
            this.largest = most > 0 ? most : this.largest;
        } else if (this.scaling === "expanding") {
            this.largest = Math.max(this.largest, most);
        }
        this.place(frame, all);
    }
    /** Of all that carry a force those that are selected, the strongest first and no more than can be read. */
    private choose(frame: Frame, all: Carried[]): Carried[] {
        const bodyOf = (shape: number) => this.scene.shapes[shape].body - 1;
        const { focus } = this;
        const wanted = focus === null ? all
            : all.filter(({ contact }) => focus(bodyOf(frame.shapeA(contact)), bodyOf(frame.shapeB(contact))));
        this.total = wanted.filter(({ force }) => norm(force) > 0).length;
        this.isChained = this.showing === "chains" || (this.showing === "auto" && focus === null && wanted.length > chainsFrom);
        const sorted = [...wanted].sort((a, b) => norm(b.force) - norm(a.force));
        if (this.showing === "all" || this.isChained) {
            return this.isChained ? sorted.slice(0, chainsMost) : sorted;
        }
        const strongest = sorted.slice(0, arrowsMost);
        const limit = least * (strongest.length > 0 ? norm(strongest[0].force) : 0);
        return strongest.filter(({ force }) => norm(force) >= limit);
    }
    private place(frame: Frame, all: Carried[]): void {
        const size = this.scale();
        const thickness = 0.0035 * this.stage.seenSize();
        const matrix = new Matrix4();
        const ends: number[] = [];
        const drawn = this.choose(frame, all);
        this.forces.clear();
        this.frictions.clear();
        this.placeWeight(frame, size, thickness);
        this.points.clear();
        this.chains.forEach((chain) => chain.clear());
        this.shown = 0;
        if (this.isChained && this.show.forces) {
            this.placeChains(frame, drawn, thickness);
        }
        for (const { contact, point: at, normal: n, pressing, force } of drawn) {
            const scale = size * (this.actsOnB(frame, contact) ? 1 : -1);
            const point = new Vector3(...at);
            const normal = new Vector3(...n);
            if (this.show.forces && !this.isChained) {
                this.forces.add(point, normal.clone().multiplyScalar(pressing * scale), thickness);
                this.shown++;
            }
            if (this.show.friction && !this.isChained) {
                this.frictions.add(point, new Vector3(...force).addScaledVector(normal, -pressing).multiplyScalar(scale), thickness);
            }
            if (this.show.points && !this.isChained) {
                this.points.add(matrix.makeScale(1.6 * thickness, 1.6 * thickness, 1.6 * thickness).setPosition(point));
            }
            if (this.show.normals) {
                const end = point.clone().addScaledVector(normal, 0.08 * this.stage.seenSize());
                ends.push(...point.toArray(), ...end.toArray());
            }
        }
        this.forces.done();
        this.frictions.done();
        this.points.done();
        this.chains.forEach((chain) => chain.done());
        this.normals.geometry.setAttribute("position", new BufferAttribute(new Float32Array(ends), 3));
    }
    /** Whether the arrow is of the force on the second body, or of that on the first. */
    private actsOnB(frame: Frame, contact: number): boolean {
        return this.free !== null ? this.scene.shapes[frame.shapeB(contact)].body - 1 === this.free : this.onBody === "b";
    }
    private placeWeight(frame: Frame, size: number, thickness: number): void {
        this.weights.clear();
        const info = this.free !== null ? this.scene.bodies[this.free] : null;
        if (info && this.free !== null && info.mass > 0 && this.show.forces) {
            const turn = new Quaternion(frame.body(this.free, 4), frame.body(this.free, 5), frame.body(this.free, 6), frame.body(this.free, 3));
            const centre = new Vector3(...info.center).applyQuaternion(turn).add(new Vector3(...frame.position(this.free)));
            this.weights.add(centre, new Vector3(...this.scene.gravity).multiplyScalar(info.mass * size), thickness);
        }
        this.weights.done();
    }
    /** Rods from body to body through the point where they touch; thicker and darker with the force. */
    private placeChains(frame: Frame, drawn: Carried[], thickness: number): void {
        const matrix = new Matrix4();
        const turn = new Quaternion();
        const rod = (from: Vector3, to: Vector3, share: number) => {
            const along = to.clone().sub(from);
            const length = along.length();
            if (length > 0) {
                const width = thickness * (0.25 + 1.1 * Math.sqrt(share));
                turn.setFromUnitVectors(up, along.divideScalar(length));
                const colour = Math.min(chainColours.length - 1, Math.floor(share * chainColours.length));
                this.chains[colour].add(matrix.compose(from, turn, new Vector3(width, length, width)));
            }
        };
        const most = drawn.length > 0 ? norm(drawn[0].force) : 0; // now
        for (const { contact, point, force } of drawn) {
            const share = Math.min(1, norm(force) / this.largest);
            if (norm(force) >= chained * most) {
                this.shown++;
                for (const shape of [frame.shapeA(contact), frame.shapeB(contact)]) {
                    const info = this.scene.shapes[shape];
                    if (info.geometry >= 0 && this.scene.bodies[info.body - 1].mobility !== "fixed") {
                        rod(new Vector3(...point), new Vector3(...frame.position(info.body - 1)), share);
                    }
                }
            }
        }
    }
    /** How many forces are drawn, as arrows or as chains. */
    get drawn(): { shown: number; total: number; isChained: boolean; arrows: number } {
        return { shown: this.shown, total: this.total, isChained: this.isChained, arrows: this.forces.count };
    }

    /** A round force and how long its arrow is here. */
    drawLegend(): void {
        const perNewton = Math.abs(this.scale()) * this.stage.pixelsPerMetre();
        if (perNewton === 0 || !(this.show.forces || this.show.friction)) {
            this.legend.hidden = true;
            return;
        }
        this.legend.hidden = false;
        const note = this.shown < this.total ? h("div", { class: "note" }, `${this.shown} strongest of ${this.total}`) : null;
        if (this.isChained) {
            const ramp = h("span", { class: "chain" });
            ramp.style.background = `linear-gradient(to right, ${chainColours.map((colour, i) => `${colour} ${25 * i}% ${25 * (i + 1)}%`).join(", ")})`;
            this.legend.replaceChildren(
                h("div", {}, "0 ", ramp, h("b", {}, ` ${format(this.largest, 3)} N`)),
                h("div", {}, "forces from body to body"), note ?? "");
            this.legend.title = "Rods join the centres of bodies that touch; their colour is the force between them. Select a body for its arrows.";
            return;
        }
        const force = niceBelow(110 / perNewton);
        const row = (name: string, colour: string) =>
            h("span", { class: `key ${name}` }, h("i", { class: colour }), name);
        const bar = h("span", { class: "bar" });
        bar.style.width = `${force * perNewton}px`;
        this.legend.replaceChildren(
            h("div", {}, bar, h("b", {}, ` ${format(force)} N`)),
            h("div", {},
                this.show.forces ? row("normal force", "normal") : null,
                this.show.friction ? row("friction", "friction") : null,
                this.weights.count > 0 ? row("weight", "weight") : null),
            this.free !== null ? h("div", { class: "note" }, `on ${this.scene.bodies[this.free].name}`) : "", note ?? "");
        this.legend.title = `Arrows show the force on the second body of a contact and are linear in it; this length is right in the middle of the view. Scale: ${this.scaling}.`;
    }
}
