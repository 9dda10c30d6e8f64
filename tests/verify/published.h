// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// published.h - numbers that more than one family is held to.

#ifndef VERIFY_PUBLISHED_H
#define VERIFY_PUBLISHED_H

// A ball of 1 kg and 5 cm dropped by 1 m on a box under POISSON: flight in closed form, contacts
// integrated to 1e-12.
typedef struct Bounce {
    double pair, speed, depth, duration, leave; // leave: speed afterwards
    double apex;                                // of the middle, until the next contact
} Bounce;

static const Bounce published_bounces[] = {
    {0.451600755752, 4.42869055139, 0.00527501628801, 0.00394126868527, 3.53769328539,
     0.688101379243},
    {1.17703066437, 3.53769328539, 0.0044102403998, 0.00412419285266, 2.82464918304,
     0.456797581602},
    {1.75722297081, 2.82464918304, 0.00368662088146, 0.00431660191614, 2.25395400221,
     0.309023654565},
    {2.22121826059, 2.25395400221, 0.00308105804003, 0.00451935981339, 1.79712281536,
     0.214666344443},
    {2.59224867471, 1.79712281536, 0.0025742260425, 0.00473353934039, 1.43136570924, 0.15446012622},
    {2.88889957814, 1.43136570924, 0.00214995541247, 0.00496050316584, 1.13844816345,
     0.116080884954},
};
enum { BOUNCES = sizeof published_bounces / sizeof published_bounces[0] };

// A ball on a plane, from sliding to rolling under Coulomb friction; from its speed and spin.
typedef struct Slide {
    double v0, w0, friction, radius;
    double time, speed, distance, lost; // t_roll, v_roll, way until then, energy by mass
} Slide;

static const Slide published_slides[] = {
    {1.0, 0.0, 0.2, 0.1, 0.14562399883500798, 0.7142857142857143, 0.12482057043000684,
     0.14285714285714285},
    {3.0, 0.0, 0.1, 0.03, 0.8737439930100479, 2.142857142857143, 2.2467702677401236,
     1.2857142857142858},
    {2.0, -30.0, 0.2, 0.05, 0.509683995922528, 1.0, 0.764525993883792, 1.75},
    {1.0, 40.0, 0.2, 0.05, 0.14562399883500798, 1.2857142857142858, 0.1664274272400091,
     0.14285714285714285},
};
enum { SLIDES = sizeof published_slides / sizeof published_slides[0] };

#endif
