#include "command.h"
static abResult nothing(const Arguments *a) {
    (void)a;
    return AB_OK;
}
const Command command_compare = {
    .name = "compare", .words = "", .text = "", .run = nothing, .most = 9};
