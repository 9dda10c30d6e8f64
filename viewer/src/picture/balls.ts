// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// balls.ts - many equal balls: each a disc that faces the eye, on which every pixel finds the point of the
// sphere it shows and its normal. So a ball costs a few triangles, and as no pixel is thrown away nor moved,
// what is behind others is never shaded. That all pixels have the depth of the disc changes nothing
// of what hides what: a ray that meets the disc is inside the ball there. Towards the sun, for the shadow
// map, it is a disc as well.
//
// A pixel's ray meets the disc, which is perpendicular to the line from the eye to the middle, at q (in
// radii, from the middle); the middle is D radii away. With s = D^2 / (D^2 + q^2) the point of the ray that
// is nearest to the middle lies at s q + s q^2 / D e, e towards the eye, and the ray is in the sphere for
// sqrt(1 - s q^2) before it.

import {
    BufferAttribute, BufferGeometry, DoubleSide, Matrix4, MeshDepthMaterial, ShaderChunk, Sphere, Vector3,
    type InstancedMesh, type Intersection, type MeshLambertMaterial, type MeshStandardMaterial, type Raycaster,
} from "three";
import { grainShader } from "./edges";

/** A regular polygon between the circles of radius 1 inside and around it. */
export function makeDisc(sides: number): BufferGeometry {
    const radius = 1 / Math.sqrt(Math.cos(Math.PI / sides));
    const corners = Array.from({ length: sides }, (_, i) => (2 * Math.PI * i) / sides);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners.flatMap((a) => [radius * Math.cos(a), radius * Math.sin(a), 0])), 3));
    geometry.setAttribute("normal", new BufferAttribute(Float32Array.from(corners.flatMap(() => [0, 0, 1])), 3));
    geometry.setIndex(corners.slice(2).flatMap((_, i) => [0, i + 1, i + 2]));
    return geometry;
}

const vertexStart = `
    uniform float ballRadius; varying vec3 onDisc; flat varying vec3 ballMiddle; flat varying mat3 ballTurn;
    void main() {`;
const vertexPlace = `
    mat4 toView = modelViewMatrix * instanceMatrix;
    ballMiddle = toView[3].xyz;
    ballTurn = mat3(toView);
    float far = length(ballMiddle);
    vec3 toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : -ballMiddle / far;
    vec3 across = normalize(cross(vec3(0.0, 1.0, 0.0), toEye));
    float ratio = ballRadius / far;
    float reach = isOrthographic ? 1.0 : inversesqrt(max(1.0 - ratio * ratio, 0.01));
    onDisc = reach * (position.x * across + position.y * cross(toEye, across));
    float isThere = length(toView[0]) > 0.0 ? 1.0 : 0.0;
    vec4 mvPosition = vec4(ballMiddle + isThere * ballRadius * onDisc, 1.0);
    gl_Position = projectionMatrix * mvPosition;`;
const fragmentStart = `
    uniform float ballRadius; uniform float ballMark; uniform float grain;
    varying vec3 onDisc; flat varying vec3 ballMiddle; flat varying mat3 ballTurn;
    #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
        uniform mat4 directionalShadowMatrix[NUM_DIR_LIGHT_SHADOWS];
    #endif
    void main() {`;
const fragmentSpot = `
    float far = length(ballMiddle) / ballRadius;
    vec3 toEye = -ballMiddle / (far * ballRadius);
    float q2 = dot(onDisc, onDisc);
    float s = far * far / (far * far + q2);
    vec3 ballNormal = s * onDisc + s * q2 / far * toEye - sqrt(max(1.0 - s * q2, 0.0)) * normalize(onDisc - far * toEye);
    ballNormal = normalize(ballNormal); // a corner of the polygon is outside the sphere
    vec3 ballSpot = ballMiddle + ballRadius * ballNormal;
    vec3 ballPlace = ballNormal * ballTurn;
    diffuseColor.rgb *= ballPlace.x * ballPlace.y * ballPlace.z > 0.0 ? ballMark : 1.0;
    if (grain > 0.0) {
        vec3 inWood = ballPlace;${grainShader}
    }
`;
const fragmentShadow = `
    #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
        vec4 ballShadow = directionalShadowMatrix[0] * vec4(cameraPosition
            + (ballSpot + directionalLightShadows[0].shadowNormalBias * ballNormal) * mat3(viewMatrix), 1.0);
    #endif
`;

/** Makes a material draw balls of this radius; eighths are darker by `mark`, so that one sees them turn. */
export function drawBalls(material: MeshLambertMaterial | MeshStandardMaterial, radius: number, mark: number, grain: number): void {
    material.onBeforeCompile = (shader) => {
        shader.uniforms.ballRadius = { value: radius };
        shader.uniforms.ballMark = { value: mark };
        shader.uniforms.grain = { value: grain };
        shader.vertexShader = shader.vertexShader.replace("void main() {", vertexStart).replace("#include <project_vertex>", vertexPlace);
        shader.fragmentShader = shader.fragmentShader
            .replace("void main() {", fragmentStart)
            .replace("#include <clipping_planes_fragment>", fragmentSpot + ShaderChunk.clipping_planes_fragment.replaceAll("vClipPosition", "-ballSpot"))
            .replace("#include <normal_fragment_begin>", "vec3 normal = ballNormal; vec3 nonPerturbedNormal = ballNormal;")
            .replace("#include <lights_fragment_begin>", fragmentShadow + ShaderChunk.lights_fragment_begin.replaceAll("vDirectionalShadowCoord[ i ]", "ballShadow"));
    };
    material.customProgramCacheKey = () => "balls";
    material.shadowSide = DoubleSide;
}

/** What throws the shadows of balls. */
export function makeBallDepth(radius: number): MeshDepthMaterial {
    const material = new MeshDepthMaterial();
    material.onBeforeCompile = (shader) => {
        shader.uniforms.ballRadius = { value: radius };
        shader.vertexShader = shader.vertexShader.replace("void main() {", vertexStart).replace("#include <project_vertex>", vertexPlace);
    };
    material.customProgramCacheKey = () => "shadows of balls";
    return material;
}

/** Where a ray meets the balls that are instances of a mesh; in place of its triangles. */
export function pickBalls(mesh: InstancedMesh, radius: number): (ray: Raycaster, hits: Intersection[]) => void {
    const pose = new Matrix4();
    const ball = new Sphere(new Vector3(), radius);
    return ({ ray, near, far }, hits) => {
        for (let i = 0; i < mesh.count; i++) {
            mesh.getMatrixAt(i, pose);
            ball.center.setFromMatrixPosition(pose);
            const point = pose.determinant() > 0 ? ray.intersectSphere(ball, new Vector3()) : null;
            const distance = point ? point.distanceTo(ray.origin) : -1;
            if (point && distance >= near && distance <= far) {
                hits.push({ distance, point, object: mesh, instanceId: i });
            }
        }
    };
}
