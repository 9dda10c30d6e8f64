// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_html.c - the viewer's page with the messages of a record in a data block.
//
// The data is what `abut view` would send: the scene, all events, the frames. Each message has its
// size (uint32) and 4 zero bytes in front; all of them together are compressed (zlib format, where
// the build has zlib) and written as base64 into a <script> that browsers do not run:
//
//   <script id="record" type="application/x-abut" data-encoding="deflate" data-open="t=0.4">
//   ...</script>

#include "output/export/export_html.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"

#include <errno.h>
#include <string.h>

#include "base/base64.h"
#include "base/config.h"
#include "base/plain_file.h"
#include "output/view/view_bytes.h"
#include "output/view/view_scene.h"
#include "output/view/view_stream.h"

#if ABUT_HAVE_ZLIB
#include <zlib.h>
#endif

// Where the data block goes.
static const char s_mark[] = "<!-- record -->";

typedef struct Page {
    abRecord *record;
    const char *look;
    abText bytes;   // all messages
    abText message; // one
    abText text;    // compressed bytes, then base64
} Page;

static void put_message(Page *page) {
    ab_put_word(&page->bytes, (uint32_t)page->message.size);
    ab_put_word(&page->bytes, 0);
    ab_text_write(&page->bytes, ab_text_string(&page->message), page->message.size);
}

static abResult collect(Page *page, const abSampleRange *range, abError *error) {
    abRecord *record = page->record;
    int64_t first, end;
    AB_TRY(ab_sample_bounds(record, range, &first, &end, error));
    AB_TRY(ab_view_scene(record, &page->message, error));
    put_message(page);
    AB_TRY(ab_view_events(record, 0, &page->message, error));
    put_message(page);
    for (int64_t i = first; i < end; i += range->every) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, i, AB_FRAME_REGIONS | AB_FRAME_MAPS | AB_FRAME_POINTS,
                               &frame, error));
        AB_TRY(ab_view_frame(record, &frame, &page->message, error));
        put_message(page);
        if (page->bytes.size > AB_HTML_BYTES_MAX) {
            return ab_error_add(error, AB_USAGE, (abPlace){.file = record->info.path},
                                "too much for one page: frame %lld would make it more than %d MB; "
                                "take fewer with --every or --from and --to",
                                (long long)i, AB_HTML_BYTES_MAX >> 20);
        }
    }
    return page->bytes.failed || page->message.failed ? ab_record_no_memory(record, error) : AB_OK;
}

#if ABUT_HAVE_ZLIB
static const char *compress_bytes(Page *page) {
    uLongf size = compressBound(page->bytes.size);
    Bytef *packed = page->record->allocator.resize(page->record->allocator.context, NULL, 0, size);
    if (packed == NULL) {
        page->text.failed = true;
        return "none";
    }
    uLongf used = size;
    if (compress2(packed, &used, (const Bytef *)page->bytes.data, page->bytes.size, 9) == Z_OK) {
        ab_text_clear(&page->bytes);
        ab_text_write(&page->bytes, packed, used);
    } else {
        page->text.failed = true;
    }
    page->record->allocator.resize(page->record->allocator.context, packed, size, 0);
    return "deflate";
}
#else
static const char *compress_bytes(Page *page) {
    (void)page;
    return "none";
}
#endif

static abResult write_page(Page *page, const char *html, FILE *out, const char *name,
                           abError *error) {
    const char *mark = strstr(html, s_mark);
    if (mark == NULL) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "the page has no place for a record");
    }
    const char *encoding = compress_bytes(page);
    ab_put_base64(&page->text, page->bytes.data, page->bytes.size);
    if (page->text.failed || page->bytes.failed) {
        return ab_record_no_memory(page->record, error);
    }
    const char *rest = mark + strlen(s_mark);
    errno = 0;
    bool ok = fwrite(html, 1, (size_t)(mark - html), out) == (size_t)(mark - html) &&
              fprintf(out,
                      "<script id=\"record\" type=\"application/x-abut\" data-encoding=\"%s\" "
                      "data-open=\"%s\">",
                      encoding, page->look) > 0 &&
              fwrite(page->text.data, 1, page->text.size, out) == page->text.size &&
              fputs("</script>", out) >= 0 && fputs(rest, out) >= 0 && fflush(out) == 0;
    return ab_file_written(ok, name, error);
}

static abResult check_observed(const char *look, abError *error) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "._,=&-";
    return look[strspn(look, allowed)] == '\0'
               ? AB_OK
               : ab_error_add(error, AB_USAGE, (abPlace){0},
                              "a look has letters, digits and ._,=&- only, as in "
                              "t=0.4&map=pressure, not \"%s\"",
                              look);
}

abResult ab_export_html(abRecord *record, const abSampleRange *range, const char *look,
                        const char *page_text, FILE *out, const char *name, abError *error) {
    Page page = {.record = record, .look = look != NULL ? look : ""};
    AB_TRY(check_observed(page.look, error));
    ab_text_init(&page.bytes, record->allocator);
    ab_text_init(&page.message, record->allocator);
    ab_text_init(&page.text, record->allocator);
    abResult result = collect(&page, range, error);
    if (result == AB_OK) {
        result = write_page(&page, page_text, out, name, error);
    }
    ab_text_done(&page.text);
    ab_text_done(&page.message);
    ab_text_done(&page.bytes);
    return result;
}
