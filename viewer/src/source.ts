// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// source.ts - where frames come from: the data in the page, or the program over a WebSocket.

import {
    Frame, Kind, kindOf, readScene, readSeries, readText,
    type EventInfo, type Scene, type SeriesData,
} from "./messages";
import type { Quantity } from "./quantities";

/** What a live run says of itself. */
export interface LiveState {
    state: "paused" | "running" | "done" | "failed";
    time: number;
    rate: number; // simulated seconds per second
    speed: number; // wanted
    message: string;
    changes: { time: number; path: string; value: string }[];
    parameters?: Parameter[];
}

export interface ModelCard {
    name: string;
    title: string;
    text: string;
    picture: string;
    theme: string; // "": none
    place: number; // of the theme
    computed: number | null; // s of a processor, where that was measured
    simulated: number | null; // s
    recorded: boolean; // a record is shown first
}

/** What the program says when it was given nothing to show. */
export interface ModelList {
    folder: string;
    message: string;
    models: ModelCard[];
    /** Opens one; done when the program has closed this connection. */
    run(name: string): Promise<void>;
}

export interface Parameter {
    path: string;
    group: string; // "materials.steel"
    label: string;
    kind: "number" | "word" | "switch" | "text";
    value: number | null; // of a number; null when not given
    shown: string; // the value as a text
    given: boolean; // in the file or since; else `shown` is the default
    choices: string[]; // of words; of a number words that may stand in its place
    unit: string;
    low: number | null;
    high: number | null;
    text: string;
}

/** What the models of two records were given otherwise. */
export interface Differences {
    values: { path: string; group: string; label: string; unit: string; first: string; second: string }[];
    same_text: boolean;
}

export interface Source {
    readonly scene: Scene;
    events: EventInfo[];
    eventTotal: number;
    lastTime: number; // of the last frame so far
    frameCount: number;
    readonly isLive: boolean;
    readonly fromStart: boolean; // chosen from the list of models, to which one can go back
    readonly runs: number; // 2 when there is one to compare with
    readonly differences: Differences | null; // of these two
    /** The last frame not after `time`; null when the question was overtaken by a later one. */
    frameAt(time: number): Promise<Frame | null>;
    /** The frame `count` after the one given (before, when negative). */
    neighbour(frame: Frame, count: number): Promise<Frame | null>;
    series(quantity: Quantity): Promise<SeriesData>;
    /** Live only: commands to the run. */
    send(command: Record<string, unknown>): void;
    /** Asks for something else at the same address; done when the program has closed this connection. */
    leave(action: string): Promise<void>;
    onFrame: (frame: Frame) => void; // pushed by a live run
    onState: (state: LiveState) => void;
    onEvents: () => void;
    onRestart: () => void; // a live run begins anew
    onBodies: (next: Source) => void; // it has other bodies from here on: the same run, another scene
    onEnd: (reason: string) => void;
}

// ---- the data in the page ----

async function unpack(block: Element): Promise<ArrayBuffer> {
    const letters = atob((block.textContent ?? "").trim());
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    if (block.getAttribute("data-encoding") !== "deflate") {
        return bytes.buffer;
    }
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return await new Response(stream).arrayBuffer();
}

export async function openEmbedded(block: Element): Promise<Source> {
    const bytes = await unpack(block);
    const head = new DataView(bytes);
    let scene: Scene | null = null;
    let events: EventInfo[] = [];
    let total = 0;
    const starts: number[] = [];
    for (let at = 0; at + 8 <= bytes.byteLength; ) {
        const size = head.getUint32(at, true);
        const start = at + 8;
        const kind = head.getUint32(start, true);
        if (kind === Kind.Scene) {
            scene = readScene(bytes.slice(start, start + size));
        } else if (kind === Kind.Text) {
            const told = readText(bytes.slice(start, start + size));
            events = told.events as EventInfo[];
            total = told.total as number;
        } else if (kind === Kind.Frame) {
            starts.push(start);
        }
        at = start + size;
    }
    if (scene === null || starts.length === 0) {
        throw new Error("there is no record in this page");
    }
    const times = starts.map((start) => head.getFloat64(start + 8, true));
    const frame = (i: number) => new Frame(bytes, starts[Math.max(0, Math.min(i, starts.length - 1))]);
    const indexAt = (time: number) => {
        let low = -1;
        for (let high = times.length; high - low > 1; ) {
            const middle = (low + high) >> 1;
            if (times[middle] <= time) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    };
    return {
        scene,
        events,
        eventTotal: total,
        lastTime: times[times.length - 1],
        frameCount: starts.length,
        isLive: false,
        fromStart: false,
        runs: 1,
        differences: null,
        frameAt: async (time) => frame(indexAt(time)),
        neighbour: async (from, count) => frame(indexAt(from.time) + count),
        series: async (quantity) => ({
            time: Float64Array.from(times),
            values: Float64Array.from(starts, (_, i) => quantity.value(frame(i))),
        }),
        send: () => {},
        leave: async () => {},
        onFrame: () => {},
        onState: () => {},
        onEvents: () => {},
        onRestart: () => {},
        onBodies: () => {},
        onEnd: () => {},
    };
}

// ---- the program ----

/** Joins `wanted` questions so that one is under way at a time and only the newest waits. */
class Asker {
    private isBusy = false;
    private waiting: { ask: () => void; give: (frame: Frame | null) => void } | null = null;
    private answer: (frame: Frame | null) => void = () => {};

    ask(question: () => void): Promise<Frame | null> {
        return new Promise((resolve) => {
            this.waiting?.give(null);
            this.waiting = { ask: question, give: resolve };
            this.next();
        });
    }
    take(frame: Frame): void {
        this.isBusy = false;
        this.answer(frame);
        this.next();
    }
    private next(): void {
        if (this.isBusy || this.waiting === null) {
            return;
        }
        this.isBusy = true;
        this.answer = this.waiting.give;
        const { ask } = this.waiting;
        this.waiting = null;
        ask();
    }
}

/** `run`: which of the records, from 0. */
export function openSocket(address: string, run = 0): Promise<Source | ModelList> {
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    const asker = new Asker();
    const questions = new Map<number, (data: SeriesData | null) => void>();
    let lastQuestion = 0;
    let source: (Source & { events: EventInfo[] }) | null = null;
    let firstState: LiveState | null = null;
    let runs = 1;
    let differences: Differences | null = null;
    let fromStart = false;
    let isRight = run === 0; // the scene that comes next is the one wanted
    const send = (command: Record<string, unknown>) => {
        if (socket.readyState === WebSocket.OPEN) {
            socket.send(JSON.stringify(command));
        }
    };
    const closed = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve()));
    const leave = (action: string, model?: string) => {
        send({ do: action, model });
        return closed;
    };
    const makeSource = (scene: Scene, isLive: boolean): Source => ({
        scene,
        events: [],
        eventTotal: 0,
        lastTime: scene.last_time,
        frameCount: scene.frames,
        isLive,
        fromStart,
        runs,
        differences,
        frameAt: (time) => asker.ask(() => send({ ask: "frame", time })),
        neighbour: (frame, count) => asker.ask(() => send({ ask: "frame", index: frame.index + count })),
        series: (quantity) =>
            new Promise((resolve, reject) => {
                const question = ++lastQuestion;
                questions.set(question, (data) =>
                    data === null ? reject(new Error("no such series")) : resolve(data));
                send({ ask: "series", question, name: quantity.series });
            }),
        send,
        leave,
        onFrame: () => {},
        onState: () => {},
        onEvents: () => {},
        onRestart: () => {},
        onBodies: () => {},
        onEnd: () => {},
    });

    return new Promise((resolve, reject) => {
        const hear = (told: Record<string, unknown>) => {
            if (source === null) {
                // what comes before the scene
                firstState = (told.live as LiveState | undefined) ?? firstState;
                runs = (told.runs as number | undefined) ?? runs;
                differences = (told.differences as Differences | undefined) ?? differences;
                fromStart = fromStart || told.from_start === true;
                if (told.start !== undefined) {
                    resolve({ ...(told.start as Omit<ModelList, "run">), run: (name) => leave("open", name) });
                }
                return;
            }
            if (told.restart === true) {
                source.events = [];
                source.lastTime = source.scene.start_time;
                source.frameCount = 0;
                source.onRestart();
                send({ ask: "events", first: 0 });
            }
            if (Array.isArray(told.events)) {
                const first = told.first as number;
                source.events = [...source.events.slice(0, first), ...(told.events as EventInfo[])];
                source.eventTotal = told.total as number;
                source.onEvents();
            }
            if (told.progress !== undefined) {
                const progress = told.progress as { frames: number; time: number; events: number };
                source.frameCount = progress.frames;
                source.lastTime = progress.time;
                if (progress.events !== source.events.length && source.events.length < 20000) {
                    send({ ask: "events", first: Math.min(source.events.length, progress.events) });
                }
            }
            if (told.live !== undefined) {
                const state = told.live as LiveState;
                firstState = { ...state, parameters: state.parameters ?? firstState?.parameters };
                source.onState(state);
            }
            if (typeof told.failed === "number") {
                questions.get(told.failed)?.(null);
                questions.delete(told.failed);
            }
        };
        socket.addEventListener("message", (message: MessageEvent<ArrayBuffer>) => {
            const bytes = message.data;
            switch (kindOf(bytes)) {
                case Kind.Scene: {
                    if (!isRight) {
                        isRight = true;
                        send({ ask: "run", run });
                        break;
                    }
                    const scene = readScene(bytes);
                    const before = source;
                    source = makeSource(scene, firstState !== null);
                    send({ ask: "events", first: 0 });
                    before !== null ? before.onBodies(source) : resolve(source);
                    const opened = source;
                    // once the page listens, what is known by then
                    setTimeout(() => firstState !== null && opened.onState(firstState));
                    break;
                }
                case Kind.Frame: {
                    // the high bit of the index marks a frame that was not asked for
                    const pushed = (new DataView(bytes).getUint32(4, true) & 0x80000000) !== 0;
                    if (pushed) {
                        new DataView(bytes).setUint32(
                            4, new DataView(bytes).getUint32(4, true) & 0x7fffffff, true);
                        source?.onFrame(new Frame(bytes));
                    } else {
                        asker.take(new Frame(bytes));
                    }
                    break;
                }
                case Kind.Text:
                    hear(readText(bytes));
                    break;
                case Kind.Series: {
                    const data = readSeries(bytes);
                    questions.get(data.question)?.(data);
                    questions.delete(data.question);
                    break;
                }
            }
        });
        socket.addEventListener("close", (event) => {
            const reason = event.reason || "the program has ended";
            source?.onEnd(reason);
            reject(new Error(reason));
        });
    });
}
