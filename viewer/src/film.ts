// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// film.ts - the picture as files: PNG, WebM, GIF.

import { download, fileName } from "./dom";
import { Gif } from "./gif";
import type { Stage } from "./picture/stage";
import type { Player } from "./player";

const filmRate = 30; // pictures a second
const encoderPatience = 20_000; // ms, with the pictures the encoder has not delivered yet
const gifWidth = 480; // px
const gifFrames = 120; // at most
const gifRate = 20; // pictures a second

export class Film {
    isBusy = false;
    constructor(private readonly stage: Stage, private readonly player: Player, private readonly title: string) {}

    /** With twice the pixels, where the picture on the page has one for one. */
    savePicture(): void {
        this.stage.drawLarge((canvas) =>
            canvas.toBlob((blob) => blob && download(`${fileName(this.title)}.png`, blob)));
    }
    /** From start to end at the speed chosen; every picture is put into the film by hand, so that none
     *  is missing where drawing takes longer than showing. */
    async saveWebM(): Promise<void> {
        if (this.isBusy) {
            return;
        }
        this.isBusy = true;
        const { player, stage } = this;
        const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));
        const stream = stage.renderer.domElement.captureStream(0);
        const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
        const recorder = new MediaRecorder(stream, { mimeType: "video/webm" });
        const parts: Blob[] = [];
        const over = new Promise((stop) => recorder.addEventListener("stop", stop));
        recorder.addEventListener("dataavailable", (event) => event.data.size > 0 && parts.push(event.data));
        // a picture that comes before the encoder is done with the one before may be left out
        const encoded = async (before: number, patience: number) => {
            for (const begun = performance.now(); parts.length <= before && performance.now() - begun < patience;) {
                recorder.requestData();
                await pause(5);
            }
        };
        const length = player.last - player.first;
        const count = Math.max(2, Math.round((length / player.speed) * filmRate));
        player.play(0);
        recorder.start();
        for (let i = 0; i < count; i++) {
            await player.jump(player.first + (i * length) / (count - 1));
            const before = parts.length;
            stage.drawNow();
            track.requestFrame();
            await Promise.all([pause(1000 / filmRate), encoded(before, encoderPatience)]);
        }
        recorder.stop();
        await over;
        download(`${fileName(this.title)}.webm`, new Blob(parts, { type: "video/webm" }));
        this.isBusy = false;
    }
    /** At the speed chosen, so many pictures a second and no more than GIF bears. */
    async saveGif(): Promise<void> {
        if (this.isBusy) {
            return;
        }
        this.isBusy = true;
        const { player, stage } = this;
        const source = stage.renderer.domElement;
        const canvas = document.createElement("canvas");
        canvas.width = Math.min(gifWidth, source.width);
        canvas.height = Math.round((canvas.width * source.height) / source.width);
        const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
        context.imageSmoothingQuality = "high";
        const gif = new Gif(canvas.width, canvas.height);
        const length = player.last - player.first;
        const count = Math.max(2, Math.min(gifFrames, Math.round((length / player.speed) * gifRate)));
        player.play(0);
        for (let i = 0; i < count; i++) {
            await player.jump(player.first + (i * length) / (count - 1));
            stage.drawNow();
            context.drawImage(source, 0, 0, canvas.width, canvas.height);
            gif.add(context.getImageData(0, 0, canvas.width, canvas.height).data, Math.max(2, Math.round((100 * length) / player.speed / count)));
            await new Promise((next) => setTimeout(next));
        }
        download(`${fileName(this.title)}.gif`, gif.done());
        this.isBusy = false;
    }
}
