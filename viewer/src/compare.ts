// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compare.ts - a second run in the same picture, at the same time: as a ghost where the first one is,
// or beside it.

import { Vector3 } from "three";
import type { Frame } from "./messages";
import { Bodies } from "./picture/bodies";
import type { Stage } from "./picture/stage";
import type { Source } from "./source";

export type Placing = "ghost" | "beside" | "off";

const ghostColour = "#d6336c";

export class Compare {
    readonly title: string;
    frame: Frame | null = null;
    private placing: Placing = "ghost";
    private readonly ghost: Bodies;
    private readonly twin: Bodies; // with colours of its own
    private wanted = 0;
    private time = NaN; // of the first run

    constructor(private readonly stage: Stage, readonly source: Source, private readonly redraw: () => void) {
        const { scene } = source;
        this.title = `${scene.title} (${scene.record})`;
        this.ghost = new Bodies(stage, scene, ghostColour);
        this.twin = new Bodies(stage, scene, null, false);
        this.place("ghost");
    }
    place(placing: Placing): void {
        this.placing = placing;
        this.ghost.group.visible = placing === "ghost";
        this.twin.group.visible = placing === "beside";
        const both = this.stage.extent.clone();
        const away = new Vector3(1.1 * both.getSize(new Vector3()).x, 0, 0);
        this.twin.group.position.copy(away);
        if (placing === "beside") {
            const { camera, controls } = this.stage;
            both.union(both.clone().translate(away));
            this.stage.fit(both, camera.position.clone().sub(controls.target));
        }
    }
    /** The frame of the second run at this time, drawn when it has come. */
    private async follow(time: number): Promise<void> {
        const question = ++this.wanted;
        const frame = await this.source.frameAt(time + 1e-9 * Math.abs(time));
        if (frame && question === this.wanted && frame.index !== this.frame?.index) {
            this.frame = frame;
            this.redraw();
        }
    }
    /** What there is of the second run, and soon what there is at this time of the first. */
    show(time: number): void {
        if (this.frame && this.placing !== "off") {
            (this.placing === "ghost" ? this.ghost : this.twin).show(this.frame);
        }
        if (time !== this.time) {
            this.time = time;
            void this.follow(time);
        }
    }
    refine(): void {
        this.twin.refine();
    }
}
