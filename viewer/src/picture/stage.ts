// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stage.ts - what every scene needs: camera, light, ground, axes. Draws when something changed,
// not all the time.

import {
    AmbientLight, BackSide, BasicShadowMap, Box3, BufferAttribute, Color, DirectionalLight, HemisphereLight, Matrix4, Mesh,
    MeshBasicMaterial, PCFShadowMap, PerspectiveCamera, Plane, PMREMGenerator, Raycaster, Scene, SphereGeometry,
    SRGBColorSpace, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { niceBelow, svg } from "../dom";
import { Ground, skyColours, type GroundColours } from "./grounds";

export interface Colours extends GroundColours {
    background: string;
    edge: string; // of lines between faces
}

export const themes: Record<"light" | "dark", Colours> = {
    light: { background: "#f4f6f8", soft: "#e0e5e9", grid: "#8091a3", glass: "#859eb8", rim: "#667d94", solid: "#ccd2d9", edge: "#1a2129", shadow: 0.26 },
    dark: { background: "#14191f", soft: "#222b35", grid: "#5d7186", glass: "#6f8aa5", rim: "#93abc2", solid: "#2b3540", edge: "#000000", shadow: 0.5 },
};

export interface Viewpoint {
    eye: Vector3;
    target: Vector3;
    isUntouched: boolean;
}

const views: Record<string, [number, number, number]> = {
    "1": [0, -1, 0], // front
    "2": [1, 0, 0], // right
    "3": [0, 0, 1], // top
    "0": [0.75, -1, 0.45],
};

/** Software that draws in place of a graphics card names itself; not all browsers count it as slow. */
function isDrawnBySoftware(context: WebGL2RenderingContext): boolean {
    const known = context.getExtension("WEBGL_debug_renderer_info");
    const name = String(context.getParameter(known ? known.UNMASKED_RENDERER_WEBGL : context.RENDERER));
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** With smooth edges where there is a GPU; in software they cost more than all the rest, unless the
 *  address asks for a fine picture. */
function makeRenderer(): { renderer: WebGLRenderer; isSoftware: boolean } {
    const open = (antialias: boolean) => {
        const canvas = document.createElement("canvas");
        const wish = { alpha: false, depth: true, stencil: true, antialias };
        return { canvas, context: canvas.getContext("webgl2", wish) as WebGL2RenderingContext | null };
    };
    const smooth = open(true);
    const isSoftware = smooth.context === null || (isDrawnBySoftware(smooth.context) && !location.hash.includes("fine"));
    const { canvas, context } = isSoftware ? open(false) : smooth;
    if (context === null) {
        throw new Error("this browser has no WebGL 2, which the picture is drawn with");
    }
    if (context !== smooth.context) {
        smooth.context?.getExtension("WEBGL_lose_context")?.loseContext();
    }
    return { renderer: new WebGLRenderer({ canvas, context, stencil: true }), isSoftware };
}

export class Stage {
    readonly scene = new Scene();
    readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
    readonly controls: OrbitControls;
    readonly renderer: WebGLRenderer;
    readonly isSoftware: boolean; // there is no GPU, so all is drawn plainly
    readonly extent = new Box3();
    readonly up = new Vector3(0, 0, 1); // against gravity
    isPlanar = false; // all that moves does so in a plane
    gridStep = 1; // m
    pictures = 0; // drawn so far
    colours: Colours = themes.light;
    /** The camera or what is seen has come to rest. */
    onRest: () => void = () => {};
    onDraw: () => void = () => {};
    private readonly sun = new DirectionalLight(0xffffff, 2.0);
    private readonly grounds: Ground[] = [];
    private readonly gizmo = svg("svg", { viewBox: "-40 -40 80 80", width: 80, height: 80, class: "gizmo", role: "img", "aria-label": "directions of x, y and z" });
    private direction = "0"; // last looked from
    private part: Box3 | null = null; // of the extent, that is framed
    private isReady = false; // there is something to draw
    private isDue = false;
    private isUntouched = true; // nobody has turned the camera yet

    constructor(readonly host: HTMLElement) {
        ({ renderer: this.renderer, isSoftware: this.isSoftware } = makeRenderer());
        this.renderer.debug.checkShaderErrors = false; // asking would wait for the compiler
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.renderer.outputColorSpace = SRGBColorSpace;
        this.renderer.shadowMap.enabled = false; // of the first picture
        this.renderer.shadowMap.autoUpdate = false;
        this.renderer.shadowMap.type = this.isSoftware ? BasicShadowMap : PCFShadowMap;
        host.append(this.renderer.domElement, this.gizmo);
        this.camera.up.set(0, 0, 1);
        this.controls = new OrbitControls(this.camera, this.renderer.domElement);
        this.controls.addEventListener("change", () => this.draw());
        this.controls.addEventListener("start", () => (this.isUntouched = false));
        this.controls.addEventListener("end", () => this.onRest());
        const sky = new HemisphereLight(0xf4f8ff, 0xa39f99, 1.75);
        sky.position.set(0, 0, 1);
        this.scene.add(sky, new AmbientLight(0xffffff, 0.25));
        this.sun.castShadow = true;
        const shadowSize = this.isSoftware ? 1024 : 2048;
        this.sun.shadow.mapSize.set(shadowSize, shadowSize);
        this.sun.shadow.normalBias = 0.02;
        this.sun.shadow.radius = 3;
        this.scene.add(this.sun, this.sun.target);
        new ResizeObserver(() => this.resize()).observe(host);
    }

    /** From now on the picture is drawn; before, it would only keep the first one waiting. */
    begin(): void {
        this.isReady = true;
        this.draw();
    }
    /** After the first picture, which is to come soon: shadows. */
    refine(): void {
        this.renderer.shadowMap.enabled = true;
        this.moveShadows();
        if (!this.isSoftware) {
            this.addSky();
        }
        this.draw();
    }

    private addSky(): void {
        const globe = new SphereGeometry(10, 24, 16);
        globe.setAttribute("color", new BufferAttribute(skyColours(globe.getAttribute("position"), 10), 3));
        const sky = new Scene();
        sky.add(new Mesh(globe, new MeshBasicMaterial({ vertexColors: true, side: BackSide })));
        this.scene.environment = new PMREMGenerator(this.renderer).fromScene(sky).texture;
        this.scene.environmentIntensity = 0.55;
    }

    /** The box that is framed, and how large all is; lights, near and far follow it. */
    setExtent(low: Vector3, high: Vector3, whole = 0): void {
        this.extent.set(low, high);
        const center = this.extent.getCenter(new Vector3());
        const size = this.size();
        this.gridStep = niceBelow(size / 4);
        this.camera.near = size / 500;
        this.camera.far = Math.max(size * 60, 3 * whole);
        this.sun.position.copy(center).add(new Vector3(-0.5, -0.8, 1.6).multiplyScalar(size));
        this.sun.target.position.copy(center);
        const shadow = this.sun.shadow.camera;
        shadow.left = shadow.bottom = -0.75 * size;
        shadow.right = shadow.top = 0.75 * size;
        shadow.near = 0.1 * size;
        shadow.far = 4 * size;
        this.sun.shadow.normalBias = size / 1500;
        shadow.updateProjectionMatrix();
        this.moveShadows();
    }
    size(): number {
        return Math.max(this.extent.getSize(new Vector3()).length(), 1e-6);
    }

    /** Of what is framed: the extent or its part; arrows and lines are as thick as it is large. */
    seenSize(): number {
        return this.part ? this.part.getSize(new Vector3()).length() : this.size();
    }

    /** The number of a view, or a direction "x,y,z" from the scene to the eye. */
    look(direction = "0"): void {
        this.direction = direction;
        const { x: wide, y: deep, z: high } = this.extent.getSize(new Vector3());
        const isFlat = direction === "0" && high < 0.12 * Math.max(wide, deep);
        const given = direction.split(",").map(Number);
        const isGiven = given.length === 3 && given.every(Number.isFinite) && Math.hypot(...given) > 0;
        const isTop = direction === "0" && this.isPlanar;
        const [x, y, z] = isGiven ? given : isTop ? views["3"] : isFlat ? [0.25, -0.7, 1] : (views[direction] ?? views["0"]);
        this.fit(this.part ?? this.extent, new Vector3(x, y, z));
        this.onRest();
    }
    /** The part of the extent that is framed from now on; null: all of it. */
    lookAt(part: Box3 | null): void {
        this.part = part;
        this.lookAgain();
    }
    /** Nobody has turned the camera yet. */
    get isFree(): boolean {
        return this.isUntouched;
    }
    /** The place in the middle, that much larger; nothing moves the camera by itself any more. */
    goNear(place: Vector3 | null, zoom: number): void {
        const arm = this.camera.position.clone().sub(this.controls.target).divideScalar(zoom);
        this.isUntouched = false;
        this.controls.target.copy(place ?? this.controls.target);
        this.camera.position.copy(this.controls.target).add(arm);
        this.controls.update();
        this.draw();
    }
    /** The same after the extent has grown, unless someone has turned the camera. */
    lookAgain(): void {
        if (this.isUntouched) {
            this.look(this.direction);
        }
    }
    /** Moves the camera so that the box fills the picture, seen along `direction`. */
    fit(box: Box3, direction: Vector3): void {
        const center = box.getCenter(new Vector3());
        const back = direction.clone().normalize();
        const side = new Vector3(0, 0, 1).cross(back);
        side.lengthSq() < 1e-12 ? side.set(1, 0, 0) : side.normalize();
        const above = back.clone().cross(side);
        const high = Math.tan((this.camera.fov * Math.PI) / 360);
        const wide = high * this.camera.aspect;
        let distance = 0.2 * Math.min(this.size(), box.getSize(new Vector3()).length());
        for (let corner = 0; corner < 8; corner++) {
            const arm = new Vector3(
                corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                corner & 4 ? box.max.z : box.min.z).sub(center);
            const need = Math.max(Math.abs(arm.dot(side)) / wide, Math.abs(arm.dot(above)) / high);
            distance = Math.max(distance, arm.dot(back) + 1.18 * need);
        }
        this.controls.target.copy(center);
        this.camera.position.copy(back).multiplyScalar(distance).add(center);
        this.camera.updateProjectionMatrix();
        this.controls.update();
        this.draw();
    }

    addGround(): Ground {
        const ground = new Ground();
        ground.setColours(this.colours);
        this.grounds.push(ground);
        this.scene.add(ground.mesh);
        return ground;
    }

    setTheme(theme: "light" | "dark"): void {
        this.colours = themes[theme];
        this.scene.background = new Color(this.colours.background);
        for (const ground of this.grounds) {
            ground.setColours(this.colours);
        }
        this.draw();
    }
    /** What throws shadows has moved; when only the camera does, they are not drawn anew. */
    moveShadows(): void {
        this.renderer.shadowMap.needsUpdate = true;
    }
    setShadows(on: boolean): void {
        this.wantsShadows = this.sun.castShadow = on;
        this.moveShadows();
        this.draw();
    }
    private wantsShadows = true;
    private isPlaying = false;
    private slow = 0; // pictures in a row that took too long
    /** While playing, shadows are left out where pictures with them come too slowly, then three
     *  pixels of four. */
    setPlaying(on: boolean): void {
        this.isPlaying = on;
        this.slow = 0;
        if (!on && this.isCoarse) {
            this.setCoarse(false);
        }
        if (!on && this.wantsShadows && !this.sun.castShadow) {
            this.sun.castShadow = true;
            this.moveShadows();
            this.draw();
        }
    }
    /** How long a picture kept the page waiting, from its first command to the next moment there is, ms. */
    private watchSpeed(took: number): void {
        this.slow = this.isPlaying && took > 80 ? this.slow + (took > 400 ? 3 : 1) : 0;
        if (this.slow >= 6 && !this.sun.castShadow && !this.isCoarse) {
            this.setCoarse(true);
        } else if (this.slow >= 6) {
            this.sun.castShadow = false;
            this.slow = 0;
        }
    }
    private isCoarse = false;
    private setCoarse(on: boolean): void {
        this.isCoarse = on;
        this.renderer.setPixelRatio((on ? 0.5 : 1) * Math.min(devicePixelRatio, 2));
        this.draw();
    }
    setSection(plane: Plane | null): void {
        this.renderer.clippingPlanes = plane === null ? [] : [plane];
        this.draw();
    }

    /** Where one looks from and at, for another picture of the same scene. */
    viewpoint(): Viewpoint {
        return { eye: this.camera.position.clone(), target: this.controls.target.clone(), isUntouched: this.isUntouched };
    }
    lookFrom({ eye, target, isUntouched }: Viewpoint): void {
        this.isUntouched = isUntouched;
        this.controls.target.copy(target);
        this.camera.position.copy(eye);
        this.controls.update();
        this.draw();
    }
    /** Gives back what the graphics hold. */
    leave(): void {
        this.isReady = false;
        this.controls.dispose();
        this.renderer.dispose();
        this.renderer.forceContextLoss();
    }

    // ---- drawing ----

    draw(): void {
        if (this.isReady && !this.isDue) {
            this.isDue = true;
            requestAnimationFrame(() => this.isReady && this.drawNow());
        }
    }
    drawNow(): void {
        this.isDue = false;
        this.pictures++;
        if (this.isPlaying) {
            const begun = performance.now();
            requestAnimationFrame(() => this.watchSpeed(performance.now() - begun));
        }
        this.onDraw();
        const framed = { low: this.extent.min, high: this.extent.max, size: this.size(), step: this.gridStep, up: this.up };
        this.camera.updateMatrixWorld();
        this.grounds.forEach((ground) => ground.update(this.camera, framed, this.grounds));
        this.renderer.render(this.scene, this.camera);
        this.drawGizmo();
    }
    /** The picture with at least two pixels for one, then as before. */
    drawLarge(use: (canvas: HTMLCanvasElement) => void): void {
        const ratio = this.renderer.getPixelRatio();
        this.renderer.setPixelRatio(Math.max(2, ratio));
        this.drawNow();
        use(this.renderer.domElement);
        this.renderer.setPixelRatio(ratio);
        this.drawNow();
    }
    /** Pixels per metre at the middle of the view. */
    pixelsPerMetre(): number {
        const distance = this.camera.position.distanceTo(this.controls.target);
        const height = 2 * distance * Math.tan((this.camera.fov * Math.PI) / 360);
        return this.host.clientHeight / height;
    }
    private resize(): void {
        const { clientWidth, clientHeight } = this.host;
        if (clientWidth > 0 && clientHeight > 0) {
            this.renderer.setSize(clientWidth, clientHeight);
            this.camera.aspect = clientWidth / clientHeight;
            this.camera.updateProjectionMatrix();
            this.lookAgain();
            if (this.isReady) {
                this.drawNow();
            }
        }
    }
    private drawGizmo(): void {
        const toCamera = new Matrix4().copy(this.camera.matrixWorldInverse);
        const ends = ["x", "y", "z"].map((name, i) => {
            const end = new Vector3().setComponent(i, 1).transformDirection(toCamera);
            return { name, end };
        });
        ends.sort((a, b) => a.end.z - b.end.z);
        this.gizmo.replaceChildren(...ends.flatMap(({ name, end }) => {
            const x = 26 * end.x;
            const y = -26 * end.y;
            const text = svg("text", { x: 1.32 * x, y: 1.32 * y, class: `axis ${name}` });
            text.textContent = name;
            return [svg("line", { x1: 0, y1: 0, x2: x, y2: y, class: `axis ${name}` }), text];
        }));
    }

    // ---- picking ----

    rayAt(event: { clientX: number; clientY: number }): Raycaster {
        const box = this.renderer.domElement.getBoundingClientRect();
        const ray = new Raycaster();
        ray.setFromCamera(
            new Vector2(
                (2 * (event.clientX - box.left)) / box.width - 1,
                1 - (2 * (event.clientY - box.top)) / box.height),
            this.camera);
        return ray;
    }
    /** Where a point of the world is seen, in pixels from the upper left of the picture. */
    project(point: Vector3): { x: number; y: number } {
        const p = point.clone().project(this.camera);
        return {
            x: (0.5 + 0.5 * p.x) * this.host.clientWidth,
            y: (0.5 - 0.5 * p.y) * this.host.clientHeight,
        };
    }
}
