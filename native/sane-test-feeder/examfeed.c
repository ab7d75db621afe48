/*
 * A SANE back end that plays a folder as a document feeder, with every fault a feeder can have.
 *
 * FEEDER_DIR holds the paper: `0001-1.pnm` is the front of sheet 1, `0001-2.pnm` its back (P5 or P6).
 * `next` there is the number of the sheet on top of the feeder; a sheet leaves the feeder when it is
 * fed, whatever becomes of it, so only a person who puts it back (writes `next`) can have it read again.
 * `faults` holds lines `sheet side fault`; each strikes once and is crossed out before it does.
 * `prefeed`, if that file exists, lets the feeder draw one more sheet in whenever a job ends early.
 */
#include <sane/sane.h>
#include <sane/saneopts.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  OPT_COUNT, OPT_MODE, OPT_RESOLUTION, OPT_SOURCE, OPT_BRIGHTNESS, OPT_DROPOUT, OPT_OVERSCAN,
  OPT_DF_ACTION, OPT_DF_THICKNESS, OPT_DF_LENGTH, OPT_LOADED, OPTIONS
};
static const SANE_String_Const modes[] = {"Gray", "Color", NULL};
static const SANE_String_Const sources[] = {"ADF Front", "ADF Duplex", NULL};
static const SANE_Word resolutions[] = {3, 100, 200, 300};
static const SANE_String_Const colours[] = {"Default", "Red", "Green", "Blue", NULL};
static const SANE_String_Const switches[] = {"Default", "Off", "On", NULL};
static const SANE_String_Const actions[] = {"Default", "Continue", "Stop", NULL};
static const SANE_Range levels = {-127, 127, 1};
static SANE_Option_Descriptor options[OPTIONS] = {
  {"", "", "", SANE_TYPE_INT, SANE_UNIT_NONE, 4, SANE_CAP_SOFT_DETECT, SANE_CONSTRAINT_NONE, {0}},
  {"mode", "", "", SANE_TYPE_STRING, SANE_UNIT_NONE, 8, 5, SANE_CONSTRAINT_STRING_LIST, {modes}},
  {"resolution", "", "", SANE_TYPE_INT, SANE_UNIT_DPI, 4, 5, SANE_CONSTRAINT_WORD_LIST, {(void *)resolutions}},
  {"source", "", "", SANE_TYPE_STRING, SANE_UNIT_NONE, 16, 5, SANE_CONSTRAINT_STRING_LIST, {sources}},
  {"brightness", "", "", SANE_TYPE_INT, SANE_UNIT_NONE, 4, 5, SANE_CONSTRAINT_RANGE, {(void *)&levels}},
  {"dropoutcolor", "", "", SANE_TYPE_STRING, SANE_UNIT_NONE, 8, 5, SANE_CONSTRAINT_STRING_LIST, {colours}},
  {"overscan", "", "", SANE_TYPE_STRING, SANE_UNIT_NONE, 8, 5, SANE_CONSTRAINT_STRING_LIST, {switches}},
  {"df-action", "", "", SANE_TYPE_STRING, SANE_UNIT_NONE, 16, 5, SANE_CONSTRAINT_STRING_LIST, {actions}},
  {"df-thickness", "", "", SANE_TYPE_BOOL, SANE_UNIT_NONE, 4, 5, SANE_CONSTRAINT_NONE, {0}},
  {"df-length", "", "", SANE_TYPE_BOOL, SANE_UNIT_NONE, 4, 5, SANE_CONSTRAINT_NONE, {0}},
  {"page-loaded", "", "", SANE_TYPE_BOOL, SANE_UNIT_NONE, 4, SANE_CAP_SOFT_DETECT, SANE_CONSTRAINT_NONE, {0}},
};
static const SANE_Device device = {"feeder", "Hengjuan", "Exam feeder", "sheetfed scanner"};
static const SANE_Device *devices[] = {&device, NULL};

static char mode[8] = "Gray", source[16] = "ADF Front", fault[16];
static char dropout[8] = "Default", overscan[8] = "Default", action_on[16] = "Default";
/* The detector is on until somebody switches it off; then two sheets pass as one. */
static SANE_Word resolution = 200, brightness = 0, thickness = 1, by_length = 0, loaded = 0;
static int sheet, side, channels, width, height, job; /* side 0: no sheet in the path */
static unsigned char *pixels;
static long size, at;

static FILE *paper(const char *name, const char *how) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", getenv("FEEDER_DIR"), name);
  return fopen(path, how);
}
static int top_sheet(void) {
  int number = 1;
  FILE *file = paper("next", "r");
  if (file) { if (fscanf(file, "%d", &number) != 1) number = 1; fclose(file); }
  return number;
}
static void set_top(int number) {
  FILE *file = paper("next", "w");
  fprintf(file, "%d\n", number);
  fclose(file);
}
/* Takes the fault for this image off the list. */
static void next_fault(void) {
  char line[64], left[8192] = "", kind[16];
  int s, d;
  FILE *file = paper("faults", "r");
  fault[0] = 0;
  if (!file) return;
  while (fgets(line, sizeof line, file))
    if (!fault[0] && sscanf(line, "%d %d %15s", &s, &d, kind) == 3 && s == sheet && d == side)
      strcpy(fault, kind);
    else strcat(left, line);
  fclose(file);
  file = paper("faults", "w");
  fputs(left, file);
  fclose(file);
}
static int load(void) {
  char name[64];
  FILE *file;
  snprintf(name, sizeof name, "%04d-%d.pnm", sheet, side);
  file = paper(name, "rb");
  if (!file) return 0;
  if (fscanf(file, "P%d %d %d 255", &channels, &width, &height) != 3) abort();
  fgetc(file);
  channels = channels == 6 ? 3 : 1;
  size = (long)width * height * channels;
  pixels = realloc(pixels, size);
  if (fread(pixels, 1, size, file) != (size_t)size) abort();
  fclose(file);
  at = 0;
  return 1;
}
static int is(const char *name) { return strcmp(fault, name) == 0; }
static void noise(void) { puts("{\"event\":\"noise of the driver\"}"); fflush(stdout); }

SANE_Status sane_examfeed_init(SANE_Int *version, SANE_Auth_Callback authorize) {
  (void)authorize;
  *version = SANE_VERSION_CODE(1, 0, 0);
  return getenv("FEEDER_DIR") ? SANE_STATUS_GOOD : SANE_STATUS_INVAL;
}
void sane_examfeed_exit(void) {}
SANE_Status sane_examfeed_get_devices(const SANE_Device ***list, SANE_Bool local) {
  (void)local;
  *list = devices;
  return SANE_STATUS_GOOD;
}
SANE_Status sane_examfeed_open(SANE_String_Const name, SANE_Handle *handle) {
  if (*name && strcmp(name, device.name)) return SANE_STATUS_INVAL;
  *handle = (SANE_Handle)&device;
  return SANE_STATUS_GOOD;
}
void sane_examfeed_close(SANE_Handle handle) { (void)handle; }
const SANE_Option_Descriptor *sane_examfeed_get_option_descriptor(SANE_Handle handle, SANE_Int option) {
  (void)handle;
  return option >= 0 && option < OPTIONS ? &options[option] : NULL;
}
SANE_Status sane_examfeed_control_option(SANE_Handle handle, SANE_Int option, SANE_Action action, void *value, SANE_Int *info) {
  void *const places[OPTIONS] = {NULL, mode, &resolution, source, &brightness, dropout, overscan,
                                 action_on, &thickness, &by_length, &loaded};
  (void)handle;
  if (info) *info = 0;
  if (option == OPT_COUNT && action == SANE_ACTION_GET_VALUE) *(SANE_Word *)value = OPTIONS;
  else if (option <= OPT_COUNT || option >= OPTIONS) return SANE_STATUS_INVAL;
  else if (action == SANE_ACTION_GET_VALUE && option == OPT_LOADED) {
    char name[64];
    FILE *file;
    snprintf(name, sizeof name, "%04d-1.pnm", top_sheet());
    file = paper(name, "rb");
    *(SANE_Word *)value = file != NULL;
    if (file) fclose(file);
  }
  else if (option == OPT_LOADED) return SANE_STATUS_UNSUPPORTED;
  else if (action == SANE_ACTION_GET_VALUE) memcpy(value, places[option], options[option].size);
  else if (action == SANE_ACTION_SET_VALUE) memcpy(places[option], value, options[option].size);
  else return SANE_STATUS_UNSUPPORTED;
  return SANE_STATUS_GOOD;
}
SANE_Status sane_examfeed_get_parameters(SANE_Handle handle, SANE_Parameters *parameters) {
  (void)handle;
  parameters->format = channels == 3 ? SANE_FRAME_RGB : SANE_FRAME_GRAY;
  parameters->last_frame = SANE_TRUE;
  parameters->pixels_per_line = width;
  parameters->bytes_per_line = width * channels;
  parameters->lines = height;
  parameters->depth = 8;
  return SANE_STATUS_GOOD;
}
SANE_Status sane_examfeed_start(SANE_Handle handle) {
  (void)handle;
  job = 1;
  if (side == 1 && strcmp(source, "ADF Duplex") == 0) side = 2;
  else { sheet = top_sheet(); side = 1; }
  next_fault();
  if (is("no-docs") || !load()) { side = job = 0; return SANE_STATUS_NO_DOCS; }
  if (is("cover")) { side = 0; return SANE_STATUS_COVER_OPEN; }
  if (side == 1) set_top(sheet + (is("double-feed") ? 2 : 1));
  noise();
  if (is("double-feed") && !thickness && !by_length) fault[0] = 0;
  if (is("jam") || is("double-feed")) { side = 0; return SANE_STATUS_JAMMED; }
  return SANE_STATUS_GOOD;
}
SANE_Status sane_examfeed_read(SANE_Handle handle, SANE_Byte *data, SANE_Int max, SANE_Int *length) {
  long rest = size - at;
  (void)handle;
  *length = 0;
  if (at >= size / 2 && fault[0]) {
    if (is("crash")) raise(SIGSEGV);
    if (is("hang")) for (;;) pause();
    if (is("short")) return SANE_STATUS_EOF;
    side = 0;
    return is("jam-late") ? SANE_STATUS_JAMMED : SANE_STATUS_IO_ERROR;
  }
  if (rest <= 0) return SANE_STATUS_EOF;
  if (fault[0] && rest > size / 2) rest = size / 2 - at > 0 ? size / 2 - at : 1;
  *length = rest < max ? rest : max;
  memcpy(data, pixels + at, *length);
  at += *length;
  return SANE_STATUS_GOOD;
}
void sane_examfeed_cancel(SANE_Handle handle) {
  FILE *file = paper("prefeed", "r");
  (void)handle;
  if (file) { fclose(file); if (job) set_top(top_sheet() + 1); }
  side = job = 0;
}
SANE_Status sane_examfeed_set_io_mode(SANE_Handle handle, SANE_Bool non_blocking) {
  (void)handle;
  return non_blocking ? SANE_STATUS_UNSUPPORTED : SANE_STATUS_GOOD;
}
SANE_Status sane_examfeed_get_select_fd(SANE_Handle handle, SANE_Int *fd) {
  (void)handle; (void)fd;
  return SANE_STATUS_UNSUPPORTED;
}
