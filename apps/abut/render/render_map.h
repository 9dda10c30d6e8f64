// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_map.h - pressure on meshes that touch, as colours.

#ifndef AB_RENDER_MAP_H
#define AB_RENDER_MAP_H

#include "base/config.h"
#include "render/render_scene.h"

#if ABUT_HAVE_CAIRO
#include <cairo.h>

// Says which colour is how much; nothing where there is no map.
void ab_render_map_bar(cairo_t *cr, const Render *render);
#endif

// The values at the corners of all triangles, after the scene is built. False for want of memory.
bool ab_render_find_map(Render *render);
// Whether a triangle (from 0) has values.
bool ab_render_is_mapped(const Render *render, int triangle);
// The colour at the place with these shares of the corners; false for a triangle without values.
bool ab_render_map_tint(const Render *render, int triangle, const double share[3], abTint *tint);

#endif
