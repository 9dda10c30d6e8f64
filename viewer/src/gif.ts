// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// gif.ts - an animated GIF (version 89a) from pictures: 216 colours on a 6 x 6 x 6 cube, spread by an
// ordered 4 x 4 pattern, and LZW.

const levels = 6;
const pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((x) => (x + 0.5) / 16 - 0.5);
const codeMost = 4095;

/** Numbers of colours, a byte per pixel. */
function toIndices(pixels: Uint8ClampedArray, width: number): Uint8Array {
    const indices = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indices.length; i++) {
        const shift = pattern[(i % width & 3) + 4 * (Math.floor(i / width) & 3)];
        let index = 0;
        for (let c = 0; c < 3; c++) {
            const level = Math.round((pixels[4 * i + c] / 255) * (levels - 1) + 0.9 * shift);
            index = levels * index + Math.max(0, Math.min(levels - 1, level));
        }
        indices[i] = index;
    }
    return indices;
}

/** LZW with codes of 9 to 12 bits, in blocks of at most 255 bytes. */
function compress(indices: Uint8Array): number[] {
    const clear = 256;
    const out: number[] = [];
    let block: number[] = [];
    let held = 0;
    let bits = 0;
    let width = 9;
    const put = (code: number) => {
        held |= code << bits;
        for (bits += width; bits >= 8; bits -= 8) {
            block.push(held & 255);
            held >>= 8;
            if (block.length === 255) {
                out.push(255, ...block);
                block = [];
            }
        }
    };
    let table = new Map<number, number>();
    let next = clear + 2;
    put(clear);
    let prefix = indices[0];
    for (let i = 1; i < indices.length; i++) {
        const key = (prefix << 8) | indices[i];
        const known = table.get(key);
        if (known !== undefined) {
            prefix = known;
            continue;
        }
        put(prefix);
        if (next > codeMost) {
            put(clear);
            table = new Map();
            next = clear + 2;
            width = 9;
        } else {
            if (next === 1 << width) {
                width++;
            }
            table.set(key, next++);
        }
        prefix = indices[i];
    }
    put(prefix);
    put(clear + 1);
    if (bits > 0) {
        block.push(held & 255);
    }
    if (block.length > 0) {
        out.push(block.length, ...block);
    }
    out.push(0);
    return out;
}

export class Gif {
    private readonly bytes: number[] = [];
    private readonly parts: Uint8Array[] = [];

    constructor(private readonly width: number, private readonly height: number) {
        this.text("GIF89a");
        this.words(width, height);
        this.bytes.push(0xf7, 0, 0); // 256 colours for all pictures
        for (let i = 0; i < 256; i++) {
            const part = (step: number) => (i < levels ** 3 ? Math.round(((Math.floor(i / step) % levels) * 255) / (levels - 1)) : 0);
            this.bytes.push(part(levels * levels), part(levels), part(1));
        }
        this.bytes.push(0x21, 0xff, 11);
        this.text("NETSCAPE2.0");
        this.bytes.push(3, 1, 0, 0, 0); // again and again
    }
    private text(text: string): void {
        this.bytes.push(...[...text].map((letter) => letter.charCodeAt(0)));
    }
    private words(...values: number[]): void {
        values.forEach((value) => this.bytes.push(value & 255, value >> 8));
    }
    /** `delay` in hundredths of a second. */
    add(pixels: Uint8ClampedArray, delay: number): void {
        this.bytes.push(0x21, 0xf9, 4, 0);
        this.words(delay);
        this.bytes.push(0, 0, 0x2c);
        this.words(0, 0, this.width, this.height);
        this.bytes.push(0, 8); // no colours of its own; 8 bits per pixel
        this.parts.push(Uint8Array.from(this.bytes.splice(0)), Uint8Array.from(compress(toIndices(pixels, this.width))));
    }
    done(): Blob {
        return new Blob([...this.parts, Uint8Array.from([0x3b])] as BlobPart[], { type: "image/gif" });
    }
}
