// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// probe.ts - `window.abut`: what the page shows, for tests and scripts.

import { Vector3 } from "three";
import type { Compare } from "./compare";
import { h } from "./dom";
import type { Extras } from "./extras";
import type { EventInfo } from "./messages";
import type { Contacts } from "./picture/arrows";
import type { Bodies } from "./picture/bodies";
import type { Maps } from "./picture/maps";
import type { Stage } from "./picture/stage";
import type { Player } from "./player";
import type { Source } from "./source";

interface Probed {
    source: Source;
    stage: Stage;
    host: HTMLElement;
    bodies: Bodies;
    contacts: Contacts;
    extras: Extras;
    maps: Maps;
    compare: Compare | null;
    player: Player;
    redraw: () => void;
}

export class Probe {
    constructor(private readonly of: Probed) {}

    private bodyNamed(name: string): number {
        return this.names.indexOf(name);
    }
    /** The picture as it is now: red, green, blue and opacity of the pixels in a rectangle of the page. */
    pixels(x: number, y: number, width = 1, height = 1): number[] {
        this.of.stage.drawNow();
        const canvas = this.of.stage.renderer.domElement;
        const scale = canvas.width / canvas.clientWidth;
        const copy = h("canvas", { width, height });
        const context = copy.getContext("2d") as CanvasRenderingContext2D;
        context.drawImage(canvas, x * scale, y * scale, width * scale, height * scale, 0, 0, width, height);
        return [...context.getImageData(0, 0, width, height).data];
    }
    /** Pixels that differ by more than a little from those last kept, all of the picture. */
    changed(): number {
        const now = this.pixels(0, 0, this.of.host.clientWidth, this.of.host.clientHeight);
        return now.reduce((sum, x, i) => sum + (Math.abs(x - this.kept[i]) > 12 ? 1 : 0), 0);
    }
    keep(): void {
        this.kept = this.pixels(0, 0, this.of.host.clientWidth, this.of.host.clientHeight);
    }
    private kept: number[] = [];
    get drawn(): { calls: number; triangles: number; milliseconds: number } {
        const begun = performance.now();
        this.of.redraw();
        this.of.stage.drawNow();
        const { calls, triangles } = this.of.stage.renderer.info.render;
        return { calls, triangles, milliseconds: performance.now() - begun };
    }

    /** Of the last picture. */
    get triangles(): number {
        return this.of.stage.renderer.info.render.triangles;
    }
    /** The box that the camera frames. */
    get framed(): { low: number[]; high: number[] } {
        const { min, max } = this.of.stage.extent;
        return { low: min.toArray(), high: max.toArray() };
    }
    /** Pictures drawn so far, and bodies that are seen through because they hide the action. */
    get pictures(): number {
        return this.of.stage.pictures;
    }
    get forces(): { shown: number; total: number; isChained: boolean; arrows: number } {
        return this.of.contacts.drawn;
    }
    get veils(): string[] {
        return this.of.bodies.veils.map((body) => this.names[body]);
    }
    /** What comes a moment after the first picture has come. */
    get hasShadows(): boolean {
        return this.of.stage.renderer.shadowMap.enabled;
    }

    /** Where a body's frame is seen (pixels in the picture), of the body with that name. */
    seen(name: string): { x: number; y: number } | null {
        const body = this.bodyNamed(name);
        const frame = this.of.player.frame;
        return body < 0 || !frame ? null : this.of.stage.project(new Vector3(...frame.position(body)));
    }
    positionOf(name: string): [number, number, number] | null {
        const body = this.bodyNamed(name);
        return body < 0 ? null : (this.of.player.frame?.position(body) ?? null);
    }
    /** The camera, so that others can project as the page does: world to clip, by columns. */
    projection(): number[] {
        this.of.stage.camera.updateMatrixWorld();
        const { projectionMatrix, matrixWorldInverse } = this.of.stage.camera;
        return projectionMatrix.clone().multiply(matrixWorldInverse).toArray();
    }
    tell(command: Record<string, unknown>): void {
        this.of.source.send(command);
    }
    get names(): string[] {
        return this.of.source.scene.bodies.map(({ name }) => name);
    }
    get told(): EventInfo[] {
        return this.of.source.events;
    }
    /** Where a body can be picked: a place in the picture where it is in front, and the point there. */
    picked(name: string): { x: number; y: number; point: number[] } | null {
        const { left, top, width, height } = this.of.host.getBoundingClientRect();
        for (let y = 20; y < height - 20; y += 15) {
            for (let x = 20; x < width - 20; x += 15) {
                const hit = this.of.bodies.pick(this.of.stage.rayAt({ clientX: left + x, clientY: top + y }));
                if (hit && this.names[hit.body] === name) {
                    return { x, y, point: hit.point.toArray() };
                }
            }
        }
        return null;
    }
    /** Of the second run. */
    otherPositionOf(name: string): [number, number, number] | null {
        const body = this.of.compare?.source.scene.bodies.findIndex((info) => info.name === name) ?? -1;
        return body < 0 ? null : (this.of.compare?.frame?.position(body) ?? null);
    }
    get mapped(): { low: number; high: number; count: number } {
        return { low: this.of.maps.low, high: this.of.maps.high, count: this.of.player.frame?.mapCount ?? 0 };
    }
    /** The box around the surfaces of a body as they are drawn, in its frame. */
    boxOf(name: string): { low: number[]; high: number[] } {
        const { min, max } = this.of.bodies.boxOf(this.bodyNamed(name));
        return { low: min.toArray(), high: max.toArray() };
    }
    jointSeen(name: string): [number, number, number] | null {
        const joint = this.of.source.scene.joints.findIndex((info) => info.name === name);
        return (this.of.extras.jointPlace(joint)?.toArray() as [number, number, number] | undefined) ?? null;
    }
    /** Of the timeline: marks of events, the part that is played, instants kept. */
    get timeline(): { groups: number; largest: number; loop: [number, number] | null; kept: number[]; scaledTo: number } {
        const { marks, loop, kept } = this.of.player.timeline;
        return { ...marks, loop: loop && [loop.first, loop.last], kept: [...kept], scaledTo: this.of.player.scaledTo };
    }
    get frameTime(): number {
        return this.of.player.frame?.time ?? NaN;
    }
}
