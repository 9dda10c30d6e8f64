// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_override.h - "path=value" from outside, put into the tree before it is interpreted.
//
// A path goes through mappings by key and through lists by index or by the name of an item:
// simulation.tolerance, bodies.ball.shapes.0.sphere.radius, joints.hinge.axis. The value is YAML.
// The last part may be new, and so may blocks on the way, but not bodies and materials.

#ifndef AB_YAML_OVERRIDE_H
#define AB_YAML_OVERRIDE_H

#include "abut/read.h"
#include "read/core/yaml_tree.h"

// Problems stand at "--set PATH". Shared nodes on the way are copied.
abResult ab_yaml_override(abNode **root, const abOverride *override, abArena *arena,
                          abError *error);

#endif
