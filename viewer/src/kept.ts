// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// kept.ts - what stays when a page is built anew because the run has other bodies: the next page looks,
// reads and plots as the one before.

import type { Stage, Viewpoint } from "./picture/stage";
import type { Player } from "./player";
import type { Plots } from "./plots";
import type { Quantity } from "./quantities";
import type { Source } from "./source";

export interface Kept {
    viewpoint: Viewpoint;
    theme: "light" | "dark";
    tab: string;
    time: number | null; // null: the run as it goes
    speed: number;
    plotted: Quantity[];
    body: string | null; // selected; by its name, as the bodies are others
}

/** What is kept of a page is read off these. */
export interface Page {
    source: Source;
    stage: Stage;
    player: Player;
    plots: Plots;
    theme: "light" | "dark";
    tab: string; // the open one
    body: string | null; // selected
}

export function whatIsKept({ stage, player, plots, theme, tab, body }: Page): Kept {
    return {
        viewpoint: stage.viewpoint(), theme, tab, time: player.followsLive ? null : player.time, speed: player.speed,
        plotted: plots.all, body,
    };
}

/** A new page, whose theme, tab and selection are those kept already, goes on where the last one ended. */
export function goOn({ source, stage, player, plots }: Page, { viewpoint, time, speed, plotted }: Kept): void {
    player.showSpeed(speed);
    stage.lookFrom(viewpoint);
    plotted.forEach((quantity) => void plots.toggle(quantity));
    player.followsLive = time === null;
    void player.jump(time ?? source.lastTime);
}
