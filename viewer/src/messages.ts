// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// messages.ts - what the program tells, read in place from its bytes (src/output/view/view_stream.h).

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number]; // w x y z

export interface BodyInfo {
    name: string;
    mobility: "free" | "planar" | "fixed" | "prescribed";
    mass: number; // kg; 0 when forces do not move it
    center: Vec3; // of mass, in the body's frame, m
    inertia: number[]; // xx yy zz xy xz yz about the centre of mass, kg m²
    enters?: number; // s, of the first frame that has it; not given: from the start
}

export interface ShapeInfo {
    name: string;
    body: number; // from 1
    kind: string;
    collides: boolean;
    geometry: number; // -1 for a plane
    position: Vec3; // in the body's frame, m
    orientation: Quat;
    size: number[];
    radius: number;
    look: number; // of its material, in the list of looks
    material?: string;
    modes?: number; // of its body, where it deforms
    first_mode?: number; // of them among those of a frame
    first_deflection?: number; // of what they move its points by
}

/** What a material looks like (src/record/scene/looks.def). */
export interface LookInfo {
    name: string;
    colour: number; // 0xRRGGBB, of the material
    own: number; // share of it beside the colour of the body
    rough: number;
    metal: number;
    opacity: number;
    grain: number; // how dark its rings are
}

export interface JointInfo {
    name: string;
    type: string;
    body_a: number; // from 1; 0 the world
    body_b: number;
    position: Vec3; // of its frame in that of body_a; turns are about z
    orientation: Quat;
    limits: boolean; // it has hard ones
}

export interface ForceInfo {
    name: string;
    type: string;
    body_a: number; // from 1; 0 the world
    body_b: number;
    point_a?: Vec3; // where it acts, in the frames of these; records of before do not say
    point_b?: Vec3;
}

export interface GeometryInfo {
    first_point: number;
    points: number;
    first_triangle: number;
    triangles: number;
}

export interface SceneInfo {
    title: string;
    model: string;
    record: string; // its file
    has_maps: boolean;
    has_regions: boolean;
    program: string;
    started: string;
    status: string;
    start_time: number;
    end_time: number;
    last_time: number;
    frames: number;
    low: Vec3; // corners of a box around everything at all times
    high: Vec3;
    action_low: Vec3; // of the part worth framing: where things move and touch
    action_high: Vec3;
    usual_size?: number; // of what moves, m; records of before do not say
    gravity: Vec3;
    looks: LookInfo[];
    points: number;
    triangles: number;
    deflections?: number; // records of before have none
    bodies: BodyInfo[];
    shapes: ShapeInfo[];
    geometries: GeometryInfo[];
    joints: JointInfo[];
    forces: ForceInfo[];
    requests: { name: string; unit: string }[];
    sensors: string[];
    outputs: string[];
    warnings: string[];
}

export interface Scene extends SceneInfo {
    pointsOf(geometry: number): Float32Array;
    indicesOf(geometry: number): Uint32Array;
    /** What the modes of a shape's body move its points by: point after point x, y, z of all modes; empty: it is rigid. */
    deflectionsOf(shape: ShapeInfo): Float32Array;
}

export interface EventInfo {
    time: number;
    kind: string; // touch, release, stick, slip, sensor, ...
    body_a?: number;
    body_b?: number;
    shape_a?: number;
    shape_b?: number;
    link?: number; // a rope among the forces from 1; below 0 a joint at its limit, -1 the first
    speed?: number;
    point?: Vec3;
    depth?: number;
    duration?: number;
    impulse?: number; // N s
    sensor?: number;
    value?: number | string;
    path?: string; // of a value that was set
    law?: string; // normal law of the pair
    numbers?: { name: string; value: number; unit: string }[]; // what it fixed when the contact began
    restart?: string; // none, integrator, full, terminate: what the event asks of the run
}

export enum Kind {
    Scene = 1,
    Frame,
    Text,
    Series,
}

export function kindOf(bytes: ArrayBuffer): Kind {
    return new DataView(bytes).getUint32(0, true);
}

const padded = (size: number) => Math.ceil(size / 8) * 8;

function jsonOf(bytes: ArrayBuffer): { value: unknown; end: number } {
    const size = new DataView(bytes).getUint32(4, true);
    const text = new TextDecoder().decode(new Uint8Array(bytes, 8, size));
    return { value: JSON.parse(text), end: padded(8 + size) };
}

export function readText(bytes: ArrayBuffer): Record<string, unknown> {
    return jsonOf(bytes).value as Record<string, unknown>;
}

export function readScene(bytes: ArrayBuffer): Scene {
    const { value, end } = jsonOf(bytes);
    const info = value as SceneInfo;
    const points = new Float32Array(bytes, end, 3 * info.points);
    const triangles = new Uint32Array(bytes, padded(end + points.byteLength), 3 * info.triangles);
    const deflections = new Float32Array(bytes, padded(triangles.byteOffset + triangles.byteLength), info.deflections ?? 0);
    return {
        ...info,
        pointsOf(geometry) {
            const g = info.geometries[geometry];
            return points.subarray(3 * g.first_point, 3 * (g.first_point + g.points));
        },
        indicesOf(geometry) {
            const g = info.geometries[geometry];
            const first = 3 * g.first_triangle;
            return triangles
                .subarray(first, first + 3 * g.triangles)
                .map((index) => index - g.first_point);
        },
        deflectionsOf({ geometry, modes = 0, first_deflection = 0 }) {
            const count = modes > 0 ? 3 * info.geometries[geometry].points * modes : 0;
            return deflections.subarray(first_deflection, first_deflection + count);
        },
    };
}

const BODY = 13; // numbers per body
const JOINT = 6;
const CONTACT = 26; // words per contact
const MAP_ROW = 5; // per row of a map
const REGION = 11; // words per region
const LOOP = 3; // per closed line around one
const POINT = 11; // words per point of a contact

/** Where the fields of a contact begin, in words. */
export const Field = {
    point: 2,
    normal: 5,
    depth: 8,
    rate: 9,
    normalForce: 10,
    force: 11,
    torque: 14,
    slip: 17,
    energy: 20,
    area: 21,
    startSpeed: 22,
    pressure: 23, // greatest, of surfaces carried part by part
    points: 24, // that carry such a surface
    state: 25, // 0 no friction, 1 sticks, 2 slips
} as const;

/** Likewise of a region. */
export const RegionField = { area: 2, depth: 3, normalForce: 4, center: 5, normal: 8 } as const;

/** One instant. Numbers stay where they came in. */
export class Frame {
    readonly index: number;
    readonly time: number; // s
    readonly bodyCount: number;
    readonly contactCount: number;
    readonly mapCount: number;
    readonly regionCount: number;
    readonly energy: Float64Array; // J, as the energy book
    readonly requests: Float64Array;
    readonly bodies: Float32Array;
    readonly joints: Float32Array;
    readonly limits: Float32Array; // as joints
    readonly forces: Float32Array; // likewise, of force elements
    private readonly contacts: Float32Array;
    private readonly contactShapes: Int32Array;
    private readonly map: Float32Array;
    private readonly mapPlaces: Int32Array;
    private readonly regions: Float32Array;
    private readonly regionPlaces: Int32Array;
    private readonly loops: Int32Array;
    private readonly outlines: Float32Array;
    private readonly points: Float32Array;
    private readonly pointContacts: Int32Array;
    readonly modes: Float32Array; // amplitudes, of all bodies that deform

    constructor(bytes: ArrayBuffer, start = 0) {
        const head = new DataView(bytes, start);
        this.index = head.getUint32(4, true);
        this.time = head.getFloat64(8, true);
        this.bodyCount = head.getUint32(16, true);
        this.contactCount = head.getUint32(20, true);
        const joints = head.getUint32(24, true);
        const requests = head.getUint32(28, true);
        this.mapCount = head.getUint32(32, true);
        const forces = head.getUint32(36, true);
        this.regionCount = head.getUint32(40, true);
        const loops = head.getUint32(44, true);
        const outlinePoints = head.getUint32(48, true);
        const contactPoints = head.getUint32(52, true);
        const modes = head.getUint32(56, true);
        let at = start + 64;
        this.energy = new Float64Array(bytes, at, 12);
        at += 96;
        this.requests = new Float64Array(bytes, at, requests);
        at += 8 * requests;
        this.bodies = new Float32Array(bytes, at, BODY * this.bodyCount);
        at += 4 * BODY * this.bodyCount;
        this.joints = new Float32Array(bytes, at, JOINT * joints);
        at += 4 * JOINT * joints;
        this.limits = new Float32Array(bytes, at, JOINT * joints);
        at += 4 * JOINT * joints;
        this.forces = new Float32Array(bytes, at, JOINT * forces);
        at += 4 * JOINT * forces;
        this.contacts = new Float32Array(bytes, at, CONTACT * this.contactCount);
        this.contactShapes = new Int32Array(bytes, at, CONTACT * this.contactCount);
        at += 4 * CONTACT * this.contactCount;
        this.map = new Float32Array(bytes, at, MAP_ROW * this.mapCount);
        this.mapPlaces = new Int32Array(bytes, at, MAP_ROW * this.mapCount);
        at += 4 * MAP_ROW * this.mapCount;
        this.regions = new Float32Array(bytes, at, REGION * this.regionCount);
        this.regionPlaces = new Int32Array(bytes, at, REGION * this.regionCount);
        at += 4 * REGION * this.regionCount;
        this.loops = new Int32Array(bytes, at, LOOP * loops);
        this.outlines = new Float32Array(bytes, at + this.loops.byteLength, 3 * outlinePoints);
        at += this.loops.byteLength + this.outlines.byteLength;
        this.points = new Float32Array(bytes, at, POINT * contactPoints);
        this.pointContacts = new Int32Array(bytes, at, POINT * contactPoints);
        this.modes = new Float32Array(bytes, at + this.points.byteLength, modes);
    }

    /** Number `field` of a body (from 0): position 0-2, quaternion 3-6, velocity 7-9, spin 10-12. */
    body(index: number, field: number): number {
        return this.bodies[BODY * index + field];
    }
    position(index: number): Vec3 {
        return [this.body(index, 0), this.body(index, 1), this.body(index, 2)];
    }
    shapeA(contact: number): number {
        return this.contactShapes[CONTACT * contact];
    }
    shapeB(contact: number): number {
        return this.contactShapes[CONTACT * contact + 1];
    }
    contact(contact: number, field: number): number {
        return this.contacts[CONTACT * contact + field];
    }
    vector(contact: number, field: number): Vec3 {
        const at = CONTACT * contact + field;
        return [this.contacts[at], this.contacts[at + 1], this.contacts[at + 2]];
    }
    // ---- rows of maps: what surfaces carry at the points of their meshes ----

    mapShape(row: number): number {
        return this.mapPlaces[MAP_ROW * row];
    }
    mapPoint(row: number): number {
        return this.mapPlaces[MAP_ROW * row + 1];
    }
    /** area (m²), pressure (Pa) or depth (m) there */
    mapValue(row: number, what: MapValue): number {
        return this.map[MAP_ROW * row + mapFields[what]];
    }

    // ---- regions of contacts, within the contours in which two meshes meet ----

    /** The contact that a region is part of. */
    regionContact(region: number): number {
        return this.regionPlaces[REGION * region];
    }
    regionPoints(region: number): number {
        return this.regionPlaces[REGION * region + 1];
    }
    region(region: number, field: number): number {
        return this.regions[REGION * region + field];
    }
    regionVector(region: number, field: number): Vec3 {
        return [this.region(region, field), this.region(region, field + 1), this.region(region, field + 2)];
    }
    /** The closed lines around regions: x y z of point after point, the last joined to the first. */
    *outlinesOf(): Generator<{ region: number; points: Float32Array }> {
        for (let at = 0; at < this.loops.length; at += LOOP) {
            const [region, first, count] = this.loops.subarray(at, at + LOOP);
            yield { region, points: this.outlines.subarray(3 * first, 3 * (first + count)) };
        }
    }

    /** Where contacts carry: each of their points, or themselves where they have one; forces on B. */
    carried(): Carried[] {
        const all: Carried[] = [];
        const hasPoints = new Set<number>();
        for (let at = 0; at < this.points.length; at += POINT) {
            const vector = (field: number): Vec3 => [this.points[at + field], this.points[at + field + 1], this.points[at + field + 2]];
            const contact = this.pointContacts[at];
            hasPoints.add(contact);
            all.push({ contact, point: vector(1), normal: vector(4), pressing: this.points[at + 7], force: vector(8) });
        }
        for (let i = 0; i < this.contactCount; i++) {
            if (!hasPoints.has(i)) {
                all.push({
                    contact: i, point: this.vector(i, Field.point), normal: this.vector(i, Field.normal),
                    pressing: this.contact(i, Field.normalForce), force: this.vector(i, Field.force),
                });
            }
        }
        return all;
    }

    /** The force without its normal part, on B. */
    friction(contact: number): Vec3 {
        const f = this.vector(contact, Field.force);
        const n = this.vector(contact, Field.normal);
        const along = this.contact(contact, Field.normalForce);
        return [f[0] - along * n[0], f[1] - along * n[1], f[2] - along * n[2]];
    }
}

export interface Carried {
    contact: number;
    point: Vec3;
    normal: Vec3;
    pressing: number; // normal force, N
    force: Vec3; // on B, with friction
}

export type MapValue = "area" | "pressure" | "depth";
const mapFields: Record<MapValue, number> = { area: 2, pressure: 3, depth: 4 };

/** What a contact's state is called; "" without friction. */
export const stateName = (state: number) => ["", "stick", "slip"][state] ?? "";

export interface SeriesData {
    time: Float64Array;
    values: Float64Array;
}

export function readSeries(bytes: ArrayBuffer): SeriesData & { question: number } {
    const head = new DataView(bytes);
    const count = head.getUint32(8, true);
    return {
        question: head.getUint32(4, true),
        time: new Float64Array(bytes, 16, count),
        values: new Float64Array(bytes, 16 + 8 * count, count),
    };
}

export const norm = (v: Vec3) => Math.hypot(v[0], v[1], v[2]);
