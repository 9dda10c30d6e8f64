// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// main.ts - the page: opens a source, builds the picture and the panels, and ties them together.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Box3, Vector3 } from "three";
import { Compare } from "./compare";
import { ContactTables } from "./contact_tables";
import { DifferencePanel } from "./differences";
import { format, h, iconButton } from "./dom";
import { Extras } from "./extras";
import { Film } from "./film";
import { Hand } from "./hand";
import { makeHelp } from "./help";
import { goOn, whatIsKept, type Kept, type Page } from "./kept";
import { Live } from "./live";
import { bodyLook, makeLooks } from "./looks";
import type { EventInfo, Frame } from "./messages";
import { Details, EventList, touchingPairs, Tree, type Selection } from "./panels";
import { Contacts } from "./picture/arrows";
import { Bodies } from "./picture/bodies";
import { Framing } from "./picture/framing";
import { Maps } from "./picture/maps";
import { Regions } from "./picture/regions";
import { Stage } from "./picture/stage";
import { Ties } from "./picture/ties";
import { Veils } from "./picture/veils";
import { Player } from "./player";
import { Plots } from "./plots";
import { Probe } from "./probe";
import { bodyQuantities } from "./quantities";
import { openEmbedded, openSocket, type Source } from "./source";
import { reopen, StartPage } from "./start";
import { Throw } from "./throw";

const icons = {
    fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 100 7 3.5 3.5 0 000-7z",
    film: "M4 6h11v12H4zM15 10l5-3v10l-5-3z",
    loop: "M4 6h16v12H4zM9 9l6 3-6 3z",
    models: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
    theme: "M12 3a9 9 0 100 18V3z",
    measure: "M3 17L17 3l4 4L7 21zM7 13l2 2M10 10l2 2M13 7l2 2",
    help: "M9 9a3 3 0 116 0c0 2-3 2-3 5M12 18h.01",
};

class App {
    private readonly host = h("div", { class: "canvas", role: "img", "aria-label": "The scene in three dimensions" });
    private readonly stage = new Stage(this.host);
    private readonly framing: Framing;
    private readonly bodies: Bodies;
    private readonly contacts: Contacts;
    private readonly maps: Maps;
    private readonly regions: Regions;
    private readonly ties: Ties;
    private readonly veils: Veils;
    private readonly extras: Extras;
    private readonly compare: Compare | null;
    private readonly hand: Hand;
    private readonly film: Film;
    readonly probe: Probe;
    private readonly player: Player;
    private readonly plots: Plots;
    private readonly tree: Tree;
    private readonly table: ContactTables;
    private readonly events: EventList;
    private readonly details: Details;
    private readonly live: Live | null;
    private readonly help: HTMLDialogElement;
    private readonly life = new AbortController(); // ended by leave()
    private readonly tabs: { name: string; button: HTMLButtonElement; panel: HTMLElement }[] = [];
    private selection: Selection = { body: null, pair: null };
    private followed: number | null = null;
    private followedAt: Vector3 | null = null;
    private isMeasuring = false;
    private theme: "light" | "dark";

    constructor(private readonly source: Source, private readonly second: Source | null, root: HTMLElement) {
        const { scene } = source;
        document.title = `${scene.title} – Abut`;
        this.theme = this.firstTheme();
        this.framing = new Framing(this.stage, source, second === null && !this.wishes.has("at") && !this.wishes.has("zoom"));
        this.stage.isPlanar = scene.bodies.some(({ mobility }) => mobility === "planar")
            && scene.bodies.every(({ mobility }) => mobility === "planar" || mobility === "fixed");
        const up = new Vector3(...(scene.gravity ?? [0, 0, -1])).negate();
        this.stage.up.copy(up.lengthSq() > 0 ? up.normalize() : new Vector3(0, 0, 1));
        this.bodies = new Bodies(this.stage, scene);
        this.contacts = new Contacts(this.stage, scene);
        this.maps = new Maps(this.stage, scene, this.bodies);
        this.veils = new Veils(this.stage, scene, this.bodies);
        this.regions = new Regions(this.stage);
        this.ties = new Ties(this.stage, scene, this.bodies);
        this.extras = new Extras(this.stage, scene, this.bodies);
        this.compare = second ? new Compare(this.stage, second, () => this.redraw()) : null;
        this.player = new Player(source);
        this.hand = new Hand(source, this.stage, this.bodies, this.extras, () => this.player.frame);
        this.film = new Film(this.stage, this.player, scene.title);
        this.plots = new Plots(source, second, (time) => void this.player.jump(time));
        this.tree = new Tree(scene, this.bodies, {
            select: (body) => this.select({ body, pair: null }),
            changed: () => this.redraw(),
            follow: (body) => this.follow(body),
            trace: (body, on) => void this.trace(body, on),
        });
        this.table = new ContactTables(scene, (a, b) => this.select({ body: null, pair: [a, b] }));
        this.events = new EventList(scene, (event) => this.jumpTo(event));
        this.details = new Details(scene, (series) => this.plots.has(series), (q) => this.plots.toggle(q),
            () => touchingPairs(source, this.player.frame, this.selection.body), (body) => bodyLook(this.stage, this.bodies, body));
        this.live = source.isLive ? new Live(source, new Throw(source, this.stage, this.bodies)) : null;
        this.help = makeHelp(scene);
        root.replaceChildren(this.header(), this.tree.element, this.host, this.side(), this.plots.element, h("footer", {}, this.player.element), this.help);
        this.lookAsWished();
        this.tree.element.append(makeLooks({ ...this.parts(), redraw: () => this.redraw() }));
        this.connect();
        this.setTheme(this.theme);
        this.stage.look(this.wishes.get("look") ?? "0");
        const { stage, host, bodies, contacts, extras, maps, compare, player } = this;
        this.probe = new Probe({ source, stage, host, bodies, contacts, extras, maps, compare, player, redraw: () => this.redraw() });
        void this.player.jump(source.isLive ? source.lastTime : this.firstTime());
    }
    /** What stays at a page with other bodies. */
    asPage(): Page {
        const { source, stage, player, plots, theme } = this;
        const body = this.selection.body === null ? null : source.scene.bodies[this.selection.body].name;
        return { source, stage, player, plots, theme, body, tab: this.openedTab };
    }
    /** Ends what listens, draws and asks. */
    end(): void {
        this.life.abort();
        this.player.play(0);
        this.stage.leave();
    }
    goOn(kept: Kept): void {
        this.setTheme(kept.theme);
        const body = kept.body === null ? -1 : this.bodyNamed(kept.body);
        if (body >= 0) {
            this.select({ body, pair: null });
        }
        this.openTab(kept.tab);
        goOn(this.asPage(), kept);
    }

    /** What the address, else the file itself asks for: `#t=0.43` opens at that time. */
    private readonly wishes = new URLSearchParams([location.hash.slice(1), document.getElementById("record")?.dataset.open ?? ""].join("&"));
    private firstTheme(): "light" | "dark" {
        const wanted = this.wishes.get("theme");
        return wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
    }
    private firstTime(): number {
        const wanted = this.wishes.get("t");
        return wanted === null ? this.source.scene.start_time : Number(wanted);
    }
    /** `#map=pressure&opacity=0.4&hide=lid&regions=off&look=3&exaggerate=20` */
    private lookAsWished(): void {
        const map = this.wishes.get("map");
        this.maps.what = map === "off" || map === "depth" ? map : "pressure";
        this.wishes.getAll("hide").forEach((name) => this.bodies.hidden.add(this.bodyNamed(name)));
        if (this.wishes.has("opacity")) {
            this.bodies.setOpacity(Math.max(0.1, Math.min(1, Number(this.wishes.get("opacity")) || 1)));
        }
        this.bodies.exaggeration = Math.max(0, Math.min(1e9, Number(this.wishes.get("exaggerate") ?? 1) || 0));
        if (this.wishes.get("edges") === "only") {
            this.bodies.setOnlyEdges(true);
        }
        this.veils.isOn = this.wishes.get("veils") !== "off";
        this.regions.isShown = this.wishes.get("regions") !== "off";
        if (this.wishes.get("forces") === "off") {
            this.contacts.show = { forces: false, friction: false, points: false, normals: false };
        }
    }
    private parts() {
        const { stage, bodies, contacts, maps, regions, ties, veils, extras, compare } = this;
        return { scene: this.source.scene, stage, bodies, contacts, maps, regions, ties, veils, extras, compare };
    }
    private bodyNamed(name: string): number {
        return this.source.scene.bodies.findIndex((info) => info.name === name);
    }

    // ---- the parts of the page ----

    private header(): HTMLElement {
        const { scene } = this.source;
        return h("header", {},
            h("div", { class: "brand" }, h("b", {}, "Abut"), h("h1", {}, scene.title)),
            this.live?.bar ?? this.recordBar(),
            h("div", { class: "tools", role: "toolbar", "aria-label": "View" },
                iconButton("See all (F)", icons.fit, () => this.framing.seeAll()),
                iconButton("Measure between two picks (M)", icons.measure, () => this.setMeasuring(!this.isMeasuring)),
                iconButton("Save a picture (PNG)", icons.camera, () => this.film.savePicture()),
                iconButton("Save a film (WebM)", icons.film, () => void this.film.saveWebM()),
                iconButton("Save a film (GIF)", icons.loop, () => void this.film.saveGif()),
                iconButton("Dark or light (D)", icons.theme, () => this.setTheme(this.theme === "dark" ? "light" : "dark")),
                iconButton("Keys and help", icons.help, () => this.help.showModal())));
    }
    /** What a record is; one that was chosen from the list of models can be run, or left. */
    private recordBar(): HTMLElement {
        const { scene, fromStart } = this.source;
        const leave = (name: string) => void reopen(this.source.leave(name));
        return h("div", { class: "live" },
            fromStart ? h("button", { type: "button", class: "primary", title: "Takes longer than real time", onclick: () => leave("live") }, "Run live") : null,
            h("span", { class: "status" }, `recorded · ${format(scene.last_time, 5)} s · ${scene.frames} frames · ${scene.bodies.length} bodies`),
            fromStart ? h("button", { type: "button", title: "Back to the list of models", onclick: () => leave("list") }, "Models") : null);
    }
    private side(): HTMLElement {
        const panels: [string, HTMLElement][] = [
            ["Values", this.details.element], ["Contacts", this.table.element], ["Events", this.events.element],
        ];
        if (this.live) {
            panels.unshift(["Parameters", this.live.panel]);
        }
        if (this.second) {
            panels.unshift(["Differences", new DifferencePanel(this.source, this.second, (time, body) => {
                void this.player.jump(time);
                this.select({ body, pair: null });
            }).element]);
        }
        const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" });
        const side = h("aside", { class: "side", "aria-label": "Panels" }, list);
        panels.forEach(([name, panel], i) => {
            panel.id = `panel-${i}`;
            const wrapper = h("div", { class: "panel", role: "tabpanel", id: `tab-panel-${i}`, "aria-labelledby": `tab-${i}` }, panel);
            const button = h("button", {
                type: "button", role: "tab", id: `tab-${i}`, "aria-controls": `tab-panel-${i}`,
                onclick: () => this.openTab(name),
                onkeydown: (event: KeyboardEvent) => {
                    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                    if (step !== 0) {
                        event.stopPropagation();
                        const next = this.tabs[(i + step + this.tabs.length) % this.tabs.length];
                        this.openTab(next.name);
                        next.button.focus();
                    }
                },
            }, name);
            list.append(button);
            side.append(wrapper);
            this.tabs.push({ name, button, panel: wrapper });
        });
        this.openTab(panels[0][0]);
        return side;
    }
    private openTab(name: string): void {
        for (const tab of this.tabs) {
            const isOpen = tab.name === name;
            tab.button.setAttribute("aria-selected", String(isOpen));
            tab.button.tabIndex = isOpen ? 0 : -1;
            tab.panel.hidden = !isOpen;
        }
        this.redraw();
    }
    private get openedTab(): string {
        return this.tabs.find((tab) => !tab.panel.hidden)?.name ?? "";
    }

    // ---- tying together ----

    private connect(): void {
        this.stage.onDraw = () => this.contacts.drawLegend();
        this.stage.onRest = () => this.unveil();
        this.player.onPlay = (isPlaying) => {
            this.stage.setPlaying(isPlaying);
            this.unveil();
        };
        this.player.onFrame = (frame) => this.show(frame);
        this.plots.onChange = () => this.details.refreshPressed();
        this.source.onEvents = () => {
            this.events.setEvents(this.source.events, this.source.eventTotal);
            this.player.drawTicks();
        };
        this.source.onEvents();
        this.source.onFrame = (frame) => this.showPushed(frame);
        this.source.onState = (state) => {
            const wasRunning = this.live?.state?.state === "running";
            this.live?.update(state);
            if (wasRunning && state.state !== "running") {
                void this.plots.refresh();
            }
        };
        if (this.live) {
            this.live.thrower.onAim = (isAimed) => this.host.classList.toggle("measuring", isAimed);
            this.live.onCommand = () => {
                this.player.play(0);
                this.player.followsLive = true;
            };
        }
        this.source.onRestart = () => {
            this.framing.restart();
            this.contacts.forget();
            this.maps.forget();
            this.player.followsLive = true;
            this.source.onEvents();
            void this.plots.refresh();
        };
        this.source.onEnd = (reason) => this.host.append(h("div", { class: "end", role: "alert" }, `No connection: ${reason}`));
        this.listenToPointer();
        document.addEventListener("keydown", (event) => this.onKey(event), { signal: this.life.signal });
        this.details.show(this.selection, null);
        const refresh = setInterval(() => this.live?.state?.state === "running" && void this.plots.refresh(), 1000);
        this.life.signal.addEventListener("abort", () => clearInterval(refresh));
    }
    private showPushed(frame: Frame): void {
        this.source.lastTime = Math.max(this.source.lastTime, frame.time);
        this.framing.follow(frame);
        if (this.player.followsLive || this.player.frame === null) {
            this.player.show(frame);
        }
    }
    private show(frame: Frame): void {
        this.framing.chase(frame, this.player.direction !== 0 || this.player.followsLive);
        this.bodies.show(frame);
        this.contacts.update(frame);
        this.extras.update(frame);
        this.maps.update(frame);
        this.regions.update(frame);
        this.ties.update(frame);
        this.hand.draw(frame);
        this.compare?.show(frame.time);
        this.moveWithBody(frame);
        if (this.player.direction === 0 && !this.player.followsLive) {
            this.unveil();
        }
        this.plots.setTime(frame.time);
        this.live?.showTime(frame.time);
        this.updateOpenPanel(frame);
        this.stage.draw();
        if (!this.isShown) {
            this.isShown = true;
            this.goNear(frame);
            this.stage.begin();
            // drawn before the next frame, seen by the one after it
            requestAnimationFrame(() => requestAnimationFrame(() => {
                performance.mark("first picture");
                setTimeout(() => this.refine(), 50);
            }));
        }
    }
    /** What hides the action is seen through, once the camera rests. */
    private unveil(): void {
        clearTimeout(this.resting);
        this.resting = window.setTimeout(() => {
            if (this.isShown && this.player.frame && this.veils.update(this.player.frame, this.maps.what !== "off")) {
                this.stage.draw();
            }
        }, 150);
    }
    private resting = 0;
    private isShown = false;
    /** `#at=d40&zoom=4`: near a body at first. */
    private goNear(frame: Frame): void {
        const body = this.bodyNamed(this.wishes.get("at") ?? "");
        const zoom = Number(this.wishes.get("zoom"));
        if (body >= 0 || zoom > 0) {
            this.stage.goNear(body >= 0 ? new Vector3(...frame.position(body)) : null, zoom > 0 ? zoom : 1);
        }
    }
    /** What may come a moment later. */
    private refine(): void {
        this.stage.refine();
        this.bodies.drawEdges();
        this.unveil();
        if (!this.stage.isSoftware) {
            this.bodies.refine();
            this.compare?.refine();
        }
        this.stage.draw();
    }
    private updateOpenPanel(frame: Frame): void {
        const open = this.openedTab;
        if (open === "Contacts") {
            this.table.update(frame);
        } else if (open === "Events") {
            this.events.setTime(frame.time);
        } else if (open === "Values") {
            this.details.update(frame);
        }
    }
    private redraw(): void {
        if (this.player?.frame) {
            this.show(this.player.frame);
        }
    }
    private select(selection: Selection): void {
        this.selection = selection;
        this.live?.select(selection.body);
        this.bodies.selected = selection.body;
        this.focusForces();
        this.bodies.recolour();
        this.tree.render();
        this.details.show(selection, this.player.frame);
        if (selection.body !== null || selection.pair !== null) {
            this.openTab("Values");
        }
        this.stage.draw();
    }
    /** Of a body or a pair that is selected only its own forces are shown. */
    private focusForces(): void {
        const { body, pair } = this.selection;
        this.contacts.free = body;
        this.contacts.focus = pair !== null ? (a, b) => (a === pair[0] && b === pair[1]) || (a === pair[1] && b === pair[0])
            : body !== null ? (a, b) => a === body || b === body : null;
        if (this.player.frame) {
            this.contacts.update(this.player.frame);
        }
    }
    private jumpTo(event: EventInfo): void {
        this.player.play(0);
        void this.player.jump(event.time);
        const body = event.link ? event.body_b || event.body_a : 0; // that a rope or a limit holds
        if (body) {
            this.selection = { body: body - 1, pair: null };
        } else if (event.body_a && event.body_b) {
            this.selection = { body: null, pair: [event.body_a - 1, event.body_b - 1] };
        }
        this.details.show(this.selection, this.player.frame);
    }
    private follow(body: number | null): void {
        this.followed = body;
        this.followedAt = null;
        this.redraw();
    }
    private moveWithBody(frame: Frame): void {
        if (this.followed === null) {
            return;
        }
        const now = new Vector3(...frame.position(this.followed));
        const { camera, controls } = this.stage;
        const move = now.clone().sub(this.followedAt ?? controls.target);
        camera.position.add(move);
        controls.target.add(move);
        this.followedAt = now;
        controls.update();
    }
    private async trace(body: number, on: boolean): Promise<void> {
        if (!on) {
            this.extras.removeTrace(body);
            return;
        }
        const position = bodyQuantities(this.source.scene, body).slice(0, 3);
        this.extras.addTrace(body, await Promise.all(position.map((q) => this.source.series(q))));
    }

    // ---- pointer and keys ----

    private listenToPointer(): void {
        const canvas = this.stage.renderer.domElement;
        let down: { x: number; y: number } | null = null;
        canvas.addEventListener("pointerdown", (event) => {
            down = { x: event.clientX, y: event.clientY };
            if (event.shiftKey && this.live) {
                this.hand.beginPull(event);
            }
        }, { capture: true });
        canvas.addEventListener("pointerup", (event) => {
            if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) < 4 && event.button === 0 && !event.shiftKey) {
                this.click(event);
            }
            down = null;
        });
        canvas.addEventListener("dblclick", (event) => {
            const hit = this.bodies.pick(this.stage.rayAt(event));
            if (hit) {
                const reach = 0.15 * this.stage.size();
                const box = new Box3().setFromCenterAndSize(hit.point, new Vector3(reach, reach, reach));
                this.stage.fit(box, this.stage.camera.position.clone().sub(this.stage.controls.target));
            }
        });
    }
    private click(event: PointerEvent): void {
        if (this.live?.thrower.isAimed) {
            this.live.thrower.at(this.stage.rayAt(event), this.player.frame);
            return;
        }
        const hit = this.bodies.pick(this.stage.rayAt(event));
        if (this.isMeasuring) {
            if (hit) {
                this.extras.measure(hit.point);
            }
            return;
        }
        this.select({ body: hit && hit.body !== this.selection.body ? hit.body : null, pair: null });
    }
    private setMeasuring(on: boolean): void {
        this.isMeasuring = on;
        this.host.classList.toggle("measuring", on);
        if (on) {
            this.extras.note.hidden = false;
            this.extras.note.textContent = "Pick two points";
        } else {
            this.extras.stopMeasuring();
        }
    }
    private onKey(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;
        const isTyping = target.matches("input[type=number], input[type=search], input[type=text], select") || this.help.open;
        if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const isSlider = target.matches("input[type=range]");
        const isButton = target.matches("button, [role=tab], input[type=checkbox]");
        const actions: Record<string, () => void> = {
            " ": () => !isButton && (this.live ? this.live.toggle() : this.player.toggle()),
            ArrowRight: () => (!isSlider || target.classList.contains("scrub")) && void this.player.step(event.shiftKey ? 10 : 1),
            ArrowLeft: () => (!isSlider || target.classList.contains("scrub")) && void this.player.step(event.shiftKey ? -10 : -1),
            ArrowUp: () => !isSlider && !target.matches(".scroll") && this.player.slower(1),
            ArrowDown: () => !isSlider && !target.matches(".scroll") && this.player.slower(-1),
            Home: () => void this.player.jump(this.source.scene.start_time),
            End: () => void this.player.jump(this.source.lastTime),
            n: () => this.nextEvent(1),
            p: () => this.nextEvent(-1),
            f: () => this.framing.seeAll(),
            c: () => this.toggleContacts(),
            k: () => this.player.keep(),
            l: () => this.player.markLoop(),
            ",": () => this.player.jumpToKept(-1),
            ".": () => this.player.jumpToKept(1),
            m: () => this.setMeasuring(!this.isMeasuring),
            d: () => this.setTheme(this.theme === "dark" ? "light" : "dark"),
        };
        for (const view of ["0", "1", "2", "3"]) {
            actions[view] = () => this.stage.look(view);
        }
        const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (action) {
            if (!(event.key === " " && isButton) && !(isSlider && !target.classList.contains("scrub"))) {
                event.preventDefault();
            }
            action();
        }
    }
    private nextEvent(direction: 1 | -1): void {
        const now = this.player.frame?.time ?? 0;
        const { events } = this.source;
        // an event lies between two frames: the frame shown is the last not after it
        const next = direction > 0
            ? events.find((event) => event.time > Math.max(now, this.eventTime) + 1e-12)
            : events.findLast((event) => event.time < Math.min(now + 1e-12, this.eventTime === 0 ? Infinity : this.eventTime));
        if (next) {
            this.eventTime = next.time;
            this.jumpTo(next);
        }
    }
    private eventTime = 0;
    private toggleContacts(): void {
        const { show } = this.contacts;
        const on = !(show.forces || show.points);
        show.forces = show.friction = show.points = on;
        this.redraw();
    }

    // ---- look ----

    private setTheme(theme: "light" | "dark"): void {
        this.theme = theme;
        document.documentElement.dataset.theme = theme;
        this.stage.setTheme(theme);
        this.plots.restyle();
        this.player.drawTicks();
    }
}

/** The page of a run, and when it gets other bodies the next page. */
function show(source: Source, second: Source | null, root: HTMLElement, kept: Kept | null): void {
    const app = new App(source, second, root);
    source.onBodies = (next) => {
        const stays = whatIsKept(app.asPage());
        app.end();
        show(next, second, root, stays);
    };
    if (kept) {
        app.goOn(kept);
    }
    (window as unknown as { abut: Probe }).abut = app.probe;
}

/** One run or two, from the program or the page itself; a list of models where there is nothing yet. */
async function main(): Promise<void> {
    const root = document.getElementById("app") as HTMLElement;
    root.replaceChildren(h("p", { class: "wait", role: "status" }, "Opening …"));
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket${location.search}`;
    try {
        const block = document.getElementById("record");
        const opened = block ? await openEmbedded(block) : await openSocket(address);
        if ("models" in opened) {
            new StartPage(opened, root);
            return;
        }
        const second = opened.runs > 1 ? await openSocket(address, 1) : null;
        show(opened, second && !("models" in second) ? second : null, root, null);
    } catch (problem) {
        root.replaceChildren(h("p", { class: "wait", role: "alert" }, `Cannot show this: ${problem instanceof Error ? problem.message : String(problem)}`));
    }
}

void main();
