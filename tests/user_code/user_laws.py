# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""The laws of user_laws.c as scripts."""


def CNFSUB(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, dflag, iflag):
    depth, rate = -gap, -gapdot
    if npar != 2 or depth <= 0.0:
        return 0.0
    return [par[0] * depth**1.5 * (1.0 + 1.5 * par[1] * rate)]


def CFFSUB(id, time, par, npar, loci, locj, x, xdot, nforce, dflag, iflag):
    speed = (sum(v * v for v in xdot) + par[1] ** 2) ** 0.5
    return [-par[0] * nforce * v / speed for v in xdot]


def CONTACTPOST(id, i_gra_id, j_gra_id, time, par, npar, iflag, endflg):
    count, error = py_get_ncontacts(id, i_gra_id, j_gra_id)
    if iflag or endflg:
        print("start" if iflag else "end", "asking is", "refused" if error else "allowed")
        return
    depth, error = py_get_contact_post("PD", 0, 1)
    force, error = py_get_contact_post("TOTAL_FORCE", 0, 1)
    print("post %.6f %d %.9e %.9e" % (time, count, depth[0], force[2]))


def raises(*arguments):
    return 1 / (0 if arguments[1] > 0.3 else 1)


# Ids and sides, told once each; friction of 1 N against the slip of I.
TOLD = set()


def tell(*words):
    if words[0] not in TOLD:
        TOLD.add(words[0])
        print(*words)


def sides(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, dflag, iflag):
    if iflag:
        tell("normal_first", id)
    else:
        tell("normal", id, "i", *(round(x, 3) for x in loci), "out", ni[2], "j", nj[2])
    return [1.0e7 * (-gap) ** 1.5 if gap < 0.0 else 0.0]


def sides_of_friction(id, time, par, npar, loci, locj, x, xdot, nforce, dflag, iflag):
    if iflag:
        tell("friction_first", id)
    else:
        tell("friction", id, "i", *(round(x, 3) for x in loci), "slip", 1 if xdot[0] > 0.0 else -1)
    return [-1.0 if xdot[0] > 0.0 else 1.0, 0.0, 0.0]


def sides_of_contacts(id, i_gra_id, j_gra_id, time, par, npar, iflag, endflg):
    count, error = py_get_ncontacts(id, i_gra_id, j_gra_id)
    if count > 0:
        force, error = py_get_contact_post("TOTAL_FORCE", 0, 1)
        tell("post", id, "i", i_gra_id, "j", j_gra_id, "force", 1 if force[2] > 0.0 else -1)


def triangles(id, i_gra_id, j_gra_id, time, par, npar, iflag, endflg):
    if iflag or endflg or py_get_ncontacts(id, i_gra_id, j_gra_id)[0] == 0:
        return
    told = [py_get_contact_post(name, 0, 1) for name in ("HAS_TRIA_ID", "TRIA_ID_I", "TRIA_ID_J")]
    print("triangles", *(int(value[0]) for value, error in told), *(error for value, error in told))
