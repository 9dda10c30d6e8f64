// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// page.h - the page of the viewer, a part of the command. The build makes page.c from
// viewer/dist/view.html (cmake/EmbedData.cmake).

#ifndef ABUT_PAGE_H
#define ABUT_PAGE_H

extern const char ab_data_page[]; // the whole page, a text

#endif
