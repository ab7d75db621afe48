/*
 * A TWAIN data source that plays a folder as a document feeder (feeder.h), with every fault a feeder can have.
 *
 * TWAIN_TEST_HABITS holds words for what real sources differ in: `exact` (the number of images is known),
 * `blind` (paper cannot be detected: there are always more images, and then no media), `thread` (images are
 * announced from another thread), `event` (only in answer to a message of Windows), `dismiss` (asks to be
 * closed when there is no paper), `no-duplex`, `no-feeder`, `keeps-blank` (blank pages are dropped whatever is
 * set), `unknown-length`. `calls` in the folder, if that file exists, gets a line for every call that came out
 * of turn.
 */
#include "capabilities.h"
#include "feeder.h"
#include "twain-layout.h"
#include <signal.h>
#ifdef _WIN32
#include <windows.h>
#define nap(ms) Sleep(ms)
#else
#include <pthread.h>
#include <unistd.h>
#define nap(ms) usleep((ms) * 1000)
#endif

static Identity self = {0, {1, 0, 0, 0, "1.0"}, 2, 4, DG_CONTROL | DG_IMAGE | DF_DS2, "Hengjuan", "Exam feeder", "Hengjuan Exam feeder"};
static Identity application;
static EntryPoint manager;
static uint16_t condition;
static int state = 3, row, is_ready, is_stopped, is_taken, is_out, hidden;

static uint16_t failed(uint16_t code) { condition = code; return RC_FAILURE; }
static int has_habit(const char *word) {
  const char *habits = getenv("TWAIN_TEST_HABITS");
  return habits && strstr(habits, word);
}
static uint16_t out_of_turn(uint16_t dat, uint16_t msg) {
  FILE *file = paper("calls", "r");
  if (file) {
    fclose(file);
    file = paper("calls", "a");
    fprintf(file, "state %d: %x %x\n", state, dat, msg);
    fclose(file);
  }
  return failed(CC_SEQERROR);
}

/* Memory of the manager; an old one leaves it to Windows. */
static void *allocate(uint32_t size) {
  if (manager.DSM_MemAllocate) return ((void *(TW_CALL *)(uint32_t))manager.DSM_MemAllocate)(size);
#ifdef _WIN32
  return GlobalAlloc(GHND, size);
#else
  return NULL;
#endif
}
static void *lock(void *handle) {
  if (manager.DSM_MemLock) return ((void *(TW_CALL *)(void *))manager.DSM_MemLock)(handle);
#ifdef _WIN32
  return GlobalLock(handle);
#else
  return NULL;
#endif
}
static void unlock(void *handle) {
  if (manager.DSM_MemUnlock) ((void(TW_CALL *)(void *))manager.DSM_MemUnlock)(handle);
#ifdef _WIN32
  else GlobalUnlock(handle);
#endif
}

static void tell(uint16_t msg) {
  EntryFunction entry = (EntryFunction)manager.DSM_Entry;
  if (msg == MSG_XFERREADY && state == 5) state = 6;
#ifdef _WIN32
  if (!entry) entry = (EntryFunction)(void *)GetProcAddress(GetModuleHandleA("twain_32.dll"), "DSM_Entry");
#endif
  if (entry) entry(&self, &application, DG_CONTROL, DAT_NULL, msg, NULL);
}
static uint16_t news;
static int patience; /* milliseconds before the news; with a window somebody has to press its button */
#ifdef _WIN32
static DWORD WINAPI tell_later(void *unused) { (void)unused; nap(patience); tell(news); return 0; }
#else
static void *tell_later(void *unused) { nap(patience); tell(news); return unused; }
#endif
static void announce(uint16_t msg, int has_window) {
  news = msg;
  patience = has_window ? 4000 : 30;
  if (has_habit("event")) { is_ready = 1; return; }
  if (!has_habit("thread") && !has_window) { tell(msg); return; }
#ifdef _WIN32
  CloseHandle(CreateThread(NULL, 0, tell_later, NULL, 0, NULL));
#else
  pthread_t thread;
  pthread_create(&thread, NULL, tell_later, NULL);
  pthread_detach(thread);
#endif
}

static int is_duplex(void) { return cap_value(CAP_DUPLEXENABLED); }
static int is_detected(void) { return cap_value(CAP_DOUBLEFEEDDETECTION) > 0; }
/* Is the next image there? A back side that the fault list calls missing is not. */
static int has_next(void) {
  fault[0] = 0;
  /* What has been drawn is there. */
  if (side == 2 || sheet > drawn) take_fault("no-docs");
  if (has_fault("no-docs") || (is_stopped && sheet > drawn)) is_out = 1;
  return !is_out && has_picture(sheet, side);
}
/* Draws the sheet for the image and finds out what is wrong with it. */
static uint16_t take_image(void) {
  if (is_taken) return RC_SUCCESS;
  if (!has_next()) return failed(CC_NOMEDIA);
  take_fault(NULL);
  if (has_fault("cover")) return failed(CC_INTERLOCK);
  if (has_fault("offline")) return failed(CC_CHECKDEVICEONLINE);
  const int is_double = has_fault("double-feed");
  if (side == 1) draw_up_to(sheet + (is_double ? 1 : 0) + (cap_value(CAP_AUTOSCAN) && !is_stopped ? 1 : 0));
  puts("{\"event\":\"noise of the driver\"}");
  fflush(stdout);
  if (has_fault("jam")) return failed(CC_PAPERJAM);
  if (is_double && is_detected()) return failed(CC_PAPERDOUBLEFEED);
  if (!load_picture()) return failed(CC_NOMEDIA);
  if (is_double) hidden = 1; /* below the sheet that is seen */
  is_taken = 1;
  row = 0;
  return RC_SUCCESS;
}
/* What strikes in the middle of an image. */
static uint16_t strike(void) {
  if (has_fault("crash")) {
#ifdef _WIN32
    RaiseException(EXCEPTION_ACCESS_VIOLATION, 0, 0, NULL);
#else
    raise(SIGSEGV);
#endif
  }
  while (has_fault("hang")) nap(1000);
  if (has_fault("jam-late")) return failed(CC_PAPERJAM);
  if (has_fault("io")) return failed(CC_OPERATIONERROR);
  return RC_SUCCESS;
}

static int bits(void) { return cap_value(ICAP_PIXELTYPE) == 0 ? 1 : cap_value(ICAP_PIXELTYPE) == 1 ? 8 : 24; }
/* A row as a memory transfer has it: red before blue, zero is black unless the flavour says otherwise. */
static void write_row(int y, unsigned char *into) {
  const int flip = cap_value(ICAP_PIXELFLAVOR) ? 255 : 0;
  for (int x = 0; x < width; x++)
    if (bits() == 24) for (int c = 0; c < 3; c++) into[x * 3 + c] = sample(x, y, c + 1) ^ flip;
    else if (bits() == 8) into[x] = sample(x, y, 0) ^ flip;
    else {
      if (x % 8 == 0) into[x / 8] = 0;
      if ((sample(x, y, 0) ^ flip) >= 128) into[x / 8] |= 128 >> x % 8;
    }
}
static int row_bytes(void) { return (width * bits() + 31) / 32 * 4; }
static int rows_given(void) { return has_fault("short") ? height / 2 : height; }

static uint16_t memory_transfer(ImageMemXfer *strip) {
  uint32_t rows = strip->Memory.Length / row_bytes();
  uint16_t rc = take_image();
  if (rc != RC_SUCCESS) return rc;
  if (row >= height / 2) rc = strike();
  if (rc != RC_SUCCESS) return rc;
  state = 7;
  /* The middle is a place where something can happen. */
  if (row < height / 2 && row + (int)rows > height / 2) rows = height / 2 - row;
  if (row + (int)rows > rows_given()) rows = rows_given() - row;
  for (uint32_t at = 0; at < rows; at++) {
    memset((char *)strip->Memory.TheMem + at * row_bytes(), 0xee, row_bytes());
    write_row(row + at, (unsigned char *)strip->Memory.TheMem + at * row_bytes());
  }
  strip->Compression = 0;
  strip->BytesPerRow = row_bytes();
  strip->Columns = width;
  strip->Rows = rows;
  strip->XOffset = 0;
  strip->YOffset = row;
  strip->BytesWritten = rows * row_bytes();
  row += rows;
  return row >= rows_given() ? RC_XFERDONE : RC_SUCCESS;
}

#ifdef _WIN32
/* A device-independent bitmap: bottom row first, blue before red. */
static void *native_image(void) {
  const int palette = bits() == 24 ? 0 : 1 << bits();
  void *handle = allocate(sizeof(BITMAPINFOHEADER) + palette * 4 + row_bytes() * height);
  BITMAPINFOHEADER *head = lock(handle);
  const LONG per_metre = (LONG)(cap_value(ICAP_XRESOLUTION) / 0.0254 + 0.5);
  *head = (BITMAPINFOHEADER){sizeof *head, width, rows_given(), 1, bits(), BI_RGB, 0, per_metre, per_metre, 0, 0};
  unsigned char *at = (unsigned char *)(head + 1);
  for (int tone = 0; tone < palette; tone++, at += 4) at[0] = at[1] = at[2] = palette == 2 ? tone * 255 : tone;
  for (int y = rows_given() - 1; y >= 0; y--, at += row_bytes()) {
    write_row(y, at);
    for (int x = 0; bits() == 24 && x < width; x++) {
      unsigned char red = at[x * 3];
      at[x * 3] = at[x * 3 + 2];
      at[x * 3 + 2] = red;
    }
  }
  unlock(handle);
  return handle;
}
#else
static unsigned char *entry(unsigned char *at, uint16_t tag, uint16_t type, uint32_t count, uint32_t value) {
  memcpy(at, &tag, 2), memcpy(at + 2, &type, 2), memcpy(at + 4, &count, 4);
  memcpy(at + 8, &value, 4);
  return at + 12;
}
/* A TIFF file in memory: the pixels in two strips, then the directory. */
static void *native_image(void) {
  const uint32_t bytes = (width * bits() + 7) / 8, rows = rows_given(), half = (rows + 1) / 2, samples = bits() == 24 ? 3 : 1;
  const uint32_t directory = (8 + bytes * rows + 1) & ~1u, extra = directory + 2 + 12 * 12 + 4;
  const uint32_t more[] = {8, 8 + half * bytes, half * bytes, (rows - half) * bytes, cap_value(ICAP_XRESOLUTION), 1, 0x00080008, 8};
  void *handle = allocate(extra + sizeof more);
  unsigned char *file = lock(handle), *at = file + directory + 2;
  memcpy(file, "II\x2a\0", 4);
  memcpy(file + 4, &directory, 4);
  for (uint32_t y = 0; y < rows; y++) write_row(y, file + 8 + y * bytes);
  file[directory] = 12;
  at = entry(at, 256, 4, 1, width);
  at = entry(at, 257, 4, 1, rows);
  at = entry(at, 258, 3, samples, samples == 3 ? extra + 24 : (uint32_t)bits());
  at = entry(at, 259, 3, 1, 1);
  at = entry(at, 262, 3, 1, samples == 3 ? 2 : cap_value(ICAP_PIXELFLAVOR) ? 0 : 1);
  at = entry(at, 273, 4, 2, extra);
  at = entry(at, 277, 3, 1, samples);
  at = entry(at, 278, 4, 1, half);
  at = entry(at, 279, 4, 2, extra + 8);
  at = entry(at, 282, 5, 1, extra + 16);
  at = entry(at, 283, 5, 1, extra + 16);
  at = entry(at, 296, 3, 1, 2);
  memcpy(at + 4, more, sizeof more);
  unlock(handle);
  return handle;
}
#endif
static uint16_t native_transfer(void **handle) {
  uint16_t rc = take_image();
  if (rc == RC_SUCCESS) rc = strike();
  if (rc != RC_SUCCESS) return rc;
  state = 7;
  *handle = native_image();
  return RC_XFERDONE;
}

static uint16_t image_info(ImageInfo *info) {
  uint16_t rc = take_image();
  if (rc != RC_SUCCESS) return rc;
  memset(info, 0, sizeof *info);
  info->XResolution.Whole = cap_value(ICAP_XRESOLUTION);
  info->YResolution.Whole = cap_value(ICAP_YRESOLUTION);
  info->ImageWidth = width;
  info->ImageLength = has_habit("unknown-length") && state == 6 ? -1 : height;
  info->SamplesPerPixel = bits() == 24 ? 3 : 1;
  for (int at = 0; at < info->SamplesPerPixel; at++) info->BitsPerSample[at] = bits() == 1 ? 1 : 8;
  info->BitsPerPixel = bits();
  info->PixelType = cap_value(ICAP_PIXELTYPE);
  return RC_SUCCESS;
}
static uint16_t image_sides(ExtImageInfo *all) {
  for (uint32_t at = 0; at < all->NumInfos; at++) {
    Info *info = &all->Info[at];
    info->ReturnCode = info->InfoID == 0x1245 ? RC_SUCCESS : 8;
    info->ItemType = TY_UINT16;
    info->NumItems = 1;
    info->Item = has_fault("swapped") ? 3 - side : side;
  }
  return RC_SUCCESS;
}

static uint16_t pending(uint16_t msg, PendingXfers *left) {
  left->Count = 0;
  left->EOJ = 0;
  if (msg == MSG_STOPFEEDER) {
    if (state != 6) return out_of_turn(DAT_PENDINGXFERS, msg);
    if (!cap_value(CAP_AUTOSCAN)) return failed(CC_CAPBADOPERATION);
    is_stopped = 1;
    left->Count = 0xffff;
    return RC_SUCCESS;
  }
  if (state < 6) return out_of_turn(DAT_PENDINGXFERS, msg);
  if (msg == MSG_RESET) {
    if (state != 6) return out_of_turn(DAT_PENDINGXFERS, msg);
    state = 5;
    return RC_SUCCESS;
  }
  if (msg == MSG_ENDXFER) {
    /* An image that was begun is over, well or not. */
    is_taken = 0;
    if (is_duplex() && side == 1) side = 2;
    else sheet += 1 + hidden, side = 1, hidden = 0;
    state = has_next() || has_habit("blind") ? 6 : 5;
  }
  if (state == 5) return RC_SUCCESS;
  left->Count = 0xffff;
  if (has_habit("exact")) {
    int images = 0;
    for (int at = sheet; has_picture(at, 1); at++) images += is_duplex() ? 2 : 1;
    left->Count = images - (side == 2);
  }
  return RC_SUCCESS;
}

static uint16_t enable(UserInterface *ui) {
  if (state != 4) return out_of_turn(DAT_USERINTERFACE, MSG_ENABLEDS);
  sheet = top_sheet();
  side = 1;
  drawn = sheet - 1;
  is_stopped = is_ready = is_taken = is_out = hidden = 0;
  const int is_empty = !has_picture(sheet, 1);
  if (is_empty && !has_habit("blind") && !has_habit("dismiss")) return failed(CC_NOMEDIA);
  state = 5;
  announce(is_empty && has_habit("dismiss") ? MSG_CLOSEDSREQ : MSG_XFERREADY, ui->ShowUI);
#ifdef _WIN32
  if (has_habit("event")) PostMessageA(ui->hParent, WM_NULL, 0, 0);
#endif
  return RC_SUCCESS;
}

static uint16_t capability(uint16_t msg, Capability *asked) {
  Cap *cap = find_cap(asked->Cap);
  if (!cap || (has_habit("no-duplex") && (asked->Cap == CAP_DUPLEX || asked->Cap == CAP_DUPLEXENABLED)) ||
      (has_habit("no-feeder") && asked->Cap == CAP_FEEDERENABLED))
    return failed(CC_CAPUNSUPPORTED);
  if (asked->Cap == CAP_FEEDERLOADED) cap->now = has_picture(top_sheet(), 1);
  if (asked->Cap == CAP_PAPERDETECTABLE) cap->now = !has_habit("blind") && !has_habit("dismiss");
  if (msg == MSG_SET) {
    if (state != 4) return out_of_turn(DAT_CAPABILITY, msg);
    if (has_habit("keeps-blank") && cap->id == ICAP_AUTODISCARDBLANKPAGES) return failed(CC_CAPBADOPERATION);
    uint16_t rc = take_value(cap, asked->ConType, lock(asked->hContainer), &condition);
    unlock(asked->hContainer);
    return rc;
  }
  if (msg == MSG_RESET) cap->now = cap->standard;
  else if (msg != MSG_GET && msg != MSG_GETCURRENT && msg != MSG_GETDEFAULT) return failed(CC_CAPBADOPERATION);
  asked->ConType = msg == MSG_GET || cap->form == CON_ARRAY ? cap->form : CON_ONEVALUE;
  asked->hContainer = allocate(512);
  fill_container(cap, msg, asked->ConType, lock(asked->hContainer));
  unlock(asked->hContainer);
  return RC_SUCCESS;
}

static uint16_t control(uint16_t dat, uint16_t msg, void *data) {
  switch (dat) {
    case DAT_IDENTITY:
      if (msg == MSG_GET) { *(Identity *)data = self; return RC_SUCCESS; }
      if (state != (msg == MSG_OPENDS ? 3 : 4)) return out_of_turn(dat, msg);
      if (msg == MSG_OPENDS) self.Id = ((Identity *)data)->Id;
      else memset(&manager, 0, sizeof manager);
      state = msg == MSG_OPENDS ? 4 : 3;
      return RC_SUCCESS;
    case DAT_ENTRYPOINT: manager = *(EntryPoint *)data; return RC_SUCCESS;
    case DAT_STATUS:
      ((Status *)data)->ConditionCode = condition;
      condition = CC_SUCCESS;
      return RC_SUCCESS;
    case DAT_CAPABILITY: return state < 4 ? out_of_turn(dat, msg) : capability(msg, data);
    case DAT_USERINTERFACE:
      if (msg == MSG_ENABLEDS) return enable(data);
      if (state != 5) return out_of_turn(dat, msg);
      state = 4;
      return RC_SUCCESS;
    case DAT_EVENT:
      ((Event *)data)->TWMessage = is_ready ? news : 0;
      if (!is_ready) return RC_NOTDSEVENT;
      is_ready = 0;
      if (news == MSG_XFERREADY) state = 6;
      return RC_DSEVENT;
    case DAT_PENDINGXFERS: return pending(msg, data);
    case DAT_SETUPMEMXFER: {
      SetupMemXfer *setup = data;
      if (state < 4 || state > 6) return out_of_turn(dat, msg);
      *setup = (SetupMemXfer){is_taken ? row_bytes() : 512, 65536, is_taken ? row_bytes() * 16u : 8192};
      return RC_SUCCESS;
    }
  }
  return failed(CC_BADPROTOCOL);
}
static uint16_t image(uint16_t dat, uint16_t msg, void *data) {
  if (dat == DAT_IMAGELAYOUT) {
    static ImageLayout layout = {{{0, 0}, {0, 0}, {8, 0}, {11, 0}}, 1, 1, 1};
    if (msg == MSG_SET) layout = *(ImageLayout *)data;
    else *(ImageLayout *)data = layout;
    return RC_SUCCESS;
  }
  if (state < 6) return out_of_turn(dat, msg);
  if (dat == DAT_IMAGEINFO) return image_info(data);
  if (dat == DAT_EXTIMAGEINFO) return state == 7 ? image_sides(data) : out_of_turn(dat, msg);
  if (dat == DAT_IMAGEMEMXFER) return memory_transfer(data);
  if (dat == DAT_IMAGENATIVEXFER) return native_transfer(data);
  return failed(CC_BADPROTOCOL);
}

TW_EXPORT uint16_t TW_CALL DS_Entry(Identity *origin, uint32_t dg, uint16_t dat, uint16_t msg, void *data) {
  if (origin) application = *origin;
  return dg == DG_CONTROL ? control(dat, msg, data) : dg == DG_IMAGE ? image(dat, msg, data) : failed(CC_BADPROTOCOL);
}
