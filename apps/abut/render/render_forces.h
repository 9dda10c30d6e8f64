// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_forces.h - the forces of contacts over a picture.

#ifndef AB_RENDER_FORCES_H
#define AB_RENDER_FORCES_H

#include "base/config.h"
#include "render/render_scene.h"

#if ABUT_HAVE_CAIRO
#include <cairo.h>

abResult ab_render_forces(cairo_t *cr, Render *render, abError *error);
#endif

#endif
