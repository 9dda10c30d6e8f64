// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// framing.ts - the box that the camera frames: where things move and touch, and the ground below. A live
// run grows it, as nobody knows beforehand where bodies go. Of a long row of small things only the part
// is framed that moves, and the camera goes along with it, until someone turns it.

import { Box3, Vector3 } from "three";
import type { Frame, Scene } from "../messages";
import type { Source } from "../source";
import type { Stage } from "./stage";

const ahead = 0.25; // room beyond a side, as part of what that side has grown: so it moves seldom
const farthest = 3; // sizes of the first box from the middle of all; what is farther away has flown off

const many = 24; // so many things can be too small to be seen
const tiny = 1 / 30; // of the size of the box, then only the part that moves is framed
const around = 6; // usual sizes of things around the middle of the motion, at least
const narrow = 0.2; // of the longest side: a row has no other that is longer
const rest = 0.05; // of the speed of a fall by the usual size: what is slower does not move
const lag = 0.3; // s in which the camera has gone most of its way

const median = (values: number[]): number => values.sort((a, b) => a - b)[(values.length - 1) >> 1];

export class Framing {
    private readonly first: Box3;
    private readonly reached: Box3; // the first box and all places since

    private isChasing: boolean; // no one has asked to see all
    private seen: Box3 | null = null; // what the camera has come to; null: the extent
    private lastMove = 0; // when it did, ms

    private readonly scene: Scene;

    constructor(private readonly stage: Stage, private readonly source: Source, mayChase: boolean) {
        const { scene } = source;
        this.scene = scene;
        stage.setExtent(new Vector3(...(scene.action_low ?? scene.low)), new Vector3(...(scene.action_high ?? scene.high)));
        this.reachGrounds();
        this.first = stage.extent.clone();
        this.reached = this.first.clone();
        const moving = scene.bodies.filter(({ mobility }) => mobility !== "fixed").length;
        const sides = this.first.getSize(new Vector3()).toArray().sort((a, b) => b - a);
        this.isChasing = mayChase && moving >= many && sides[1] < narrow * sides[0] && this.usualSize > 0 && this.usualSize < tiny * stage.size();
    }
    private get usualSize(): number {
        return this.scene.usual_size ?? 0;
    }

    /** The part of the extent where most of the motion is, if it is a small one; before anything moves
     *  where something will touch. */
    private motionOf(frame: Frame): Box3 | null {
        const moving = Array.from({ length: frame.bodyCount }, (_, b) => b).filter((b) => this.scene.bodies[b].mobility !== "fixed");
        const speedOf = (b: number) => Math.hypot(frame.body(b, 7), frame.body(b, 8), frame.body(b, 9))
            + 0.5 * this.usualSize * Math.hypot(frame.body(b, 10), frame.body(b, 11), frame.body(b, 12));
        const weights = moving.map((b) => speedOf(b) ** 2);
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const gravity = Math.hypot(...(this.scene.gravity ?? [0, 0, 0]));
        if (!(Math.sqrt(Math.max(...weights)) > rest * Math.sqrt(gravity * this.usualSize))) {
            const next = this.source.events.find(({ time, point }) => time > frame.time && point !== undefined);
            return next?.point ? this.partAround(new Vector3(...next.point), around * this.usualSize) : null;
        }
        const places = moving.map((b) => new Vector3(...frame.position(b)));
        const middle = places.reduce((mean, place, i) => mean.addScaledVector(place, weights[i] / sum), new Vector3());
        const spread = Math.sqrt(places.reduce((mean, place, i) => mean + (weights[i] / sum) * place.distanceToSquared(middle), 0));
        const half = Math.max(around * this.usualSize, 2 * spread);
        return 6 * half < this.stage.size() ? this.partAround(middle, half) : null;
    }
    private partAround(middle: Vector3, half: number): Box3 {
        return new Box3(middle.clone().subScalar(half), middle.clone().addScalar(half)).intersect(this.stage.extent);
    }
    /** The camera goes to where the motion is: at once in a picture that stands, step by step in one that plays. */
    chase(frame: Frame, isPlaying: boolean): void {
        if (!this.isChasing || !this.stage.isFree) {
            return;
        }
        const now = performance.now();
        const share = isPlaying ? 1 - Math.exp(-(now - this.lastMove) / 1000 / lag) : 1;
        const wanted = this.motionOf(frame) ?? this.stage.extent;
        const from = this.seen ?? wanted;
        const next = new Box3(from.min.clone().lerp(wanted.min, share), from.max.clone().lerp(wanted.max, share));
        this.lastMove = now;
        if (!this.seen?.equals(next)) {
            this.seen = next;
            this.stage.lookAt(next);
        }
    }
    /** From now on all is framed. */
    seeAll(): void {
        this.isChasing = false;
        this.stage.lookAt(null);
        this.stage.look();
    }

    /** The ground below what is seen belongs to the picture, if it is not far away. */
    private reachGrounds(): void {
        const { scene } = this;
        const { extent } = this.stage;
        for (const shape of scene.shapes.filter(({ geometry, body }) => geometry < 0 && scene.bodies[body - 1].mobility === "fixed")) {
            const normal = new Vector3(shape.size[0], shape.size[1], shape.size[2]);
            const middle = extent.getCenter(new Vector3());
            const foot = middle.clone().addScaledVector(normal, -normal.dot(middle.clone().sub(new Vector3(...shape.position))));
            if (foot.distanceTo(middle) < 8 * this.stage.size()) {
                extent.expandByPoint(foot);
            }
        }
        const whole = new Vector3(...scene.low).distanceTo(new Vector3(...scene.high));
        this.stage.setExtent(extent.min.clone(), extent.max.clone(), whole);
    }

    /** A side that a body has passed moves out to it, and a little further; the others stay. */
    follow(frame: Frame): void {
        const { first, reached } = this;
        const { extent } = this.stage;
        const places = this.scene.bodies.flatMap(({ mobility }, b) => (mobility === "fixed" || b >= frame.bodyCount ? [] : [new Vector3(...frame.position(b))]));
        if (places.every((place) => extent.containsPoint(place))) {
            return;
        }
        const middle = new Vector3(...([0, 1, 2] as const).map((i) => median(places.map((place) => place.getComponent(i)))));
        const usual = median(places.map((place) => place.distanceTo(middle)));
        const far = Math.max(farthest * first.getSize(new Vector3()).length(), 4 * usual);
        places.filter((place) => place.distanceTo(middle) < far).forEach((place) => reached.expandByPoint(place));
        const low = reached.min.clone().addScaledVector(reached.min.clone().sub(first.min), ahead);
        const high = reached.max.clone().addScaledVector(reached.max.clone().sub(first.max), ahead);
        if (!extent.equals(new Box3(low, high))) {
            this.stage.setExtent(low, high);
            this.stage.lookAgain();
        }
    }
    /** A run that begins anew is framed as at first. */
    restart(): void {
        if (!this.reached.equals(this.first)) {
            this.reached.copy(this.first);
            this.stage.setExtent(this.first.min, this.first.max);
            this.stage.lookAgain();
        }
    }
}
