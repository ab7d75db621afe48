/* What the test source can do, in every kind of container, and what it refuses. */
#ifndef CAPABILITIES_H
#define CAPABILITIES_H
#include "twain-layout.h"
#include <stdlib.h>
#include <string.h>

enum {
  CAP_XFERCOUNT = 1, ICAP_COMPRESSION = 0x100, ICAP_PIXELTYPE, ICAP_UNITS, ICAP_XFERMECH, CAP_FEEDERENABLED = 0x1002,
  CAP_FEEDERLOADED, CAP_SUPPORTEDCAPS = 0x1005, CAP_AUTOFEED = 0x1007, CAP_INDICATORS = 0x100b,
  CAP_PAPERDETECTABLE = 0x100d, CAP_UICONTROLLABLE, CAP_AUTOSCAN = 0x1010, CAP_DUPLEX = 0x1012, CAP_DUPLEXENABLED,
  CAP_SERIALNUMBER = 0x1024, CAP_DOUBLEFEEDDETECTION = 0x103f, CAP_DOUBLEFEEDRESPONSE = 0x1042, ICAP_BRIGHTNESS = 0x1101,
  ICAP_PHYSICALWIDTH = 0x1111, ICAP_PHYSICALHEIGHT, ICAP_FRAMES = 0x1114, ICAP_XRESOLUTION = 0x1118, ICAP_YRESOLUTION,
  ICAP_PIXELFLAVOR = 0x111f, ICAP_PLANARCHUNKY, ICAP_SUPPORTEDSIZES = 0x1122, ICAP_THRESHOLD, ICAP_EXTIMAGEINFO = 0x112f,
  ICAP_AUTODISCARDBLANKPAGES = 0x1134, ICAP_AUTOMATICDESKEW = 0x1151
};
enum { READ_ONLY = 1 }; /* cannot be set */

typedef struct { uint16_t id, type, form, flags; int32_t now, standard; int count; const int32_t *list; } Cap;
static const int32_t yes_no[] = {0, 1}, pixel_types[] = {0, 1, 2}, mechanisms[] = {0, 2}, dots[] = {100, 150, 200, 300},
                     hue[] = {-1000, 1000, 10}, level[] = {0, 255, 1}, sizes[] = {0, 1, 11}, blank[] = {-2, -1}, responses[] = {0, 1},
                     detections[] = {0, 1};
static int32_t detected[2]; /* values of the array that can be set */
static Cap caps[] = {
  {CAP_XFERCOUNT, TY_INT16, CON_ONEVALUE, 0, -1, -1, 0, NULL},
  {ICAP_COMPRESSION, TY_UINT16, CON_ENUMERATION, 0, 0, 0, 1, yes_no},
  {ICAP_PIXELTYPE, TY_UINT16, CON_ENUMERATION, 0, 0, 0, 3, pixel_types},
  {ICAP_UNITS, TY_UINT16, CON_ONEVALUE, 0, 0, 0, 1, yes_no},
  {ICAP_XFERMECH, TY_UINT16, CON_ENUMERATION, 0, 0, 0, 2, mechanisms},
  {CAP_FEEDERENABLED, TY_BOOL, CON_ENUMERATION, 0, 0, 0, 2, yes_no},
  {CAP_FEEDERLOADED, TY_BOOL, CON_ONEVALUE, READ_ONLY, 0, 0, 0, NULL},
  {CAP_AUTOFEED, TY_BOOL, CON_ONEVALUE, 0, 0, 0, 2, yes_no},
  {CAP_INDICATORS, TY_BOOL, CON_ONEVALUE, 0, 1, 1, 2, yes_no},
  {CAP_PAPERDETECTABLE, TY_BOOL, CON_ONEVALUE, READ_ONLY, 1, 1, 0, NULL},
  {CAP_UICONTROLLABLE, TY_BOOL, CON_ONEVALUE, READ_ONLY, 1, 1, 0, NULL},
  {CAP_AUTOSCAN, TY_BOOL, CON_ONEVALUE, 0, 0, 0, 2, yes_no},
  {CAP_DUPLEX, TY_UINT16, CON_ONEVALUE, READ_ONLY, 1, 1, 0, NULL},
  {CAP_DUPLEXENABLED, TY_BOOL, CON_ONEVALUE, 0, 0, 0, 2, yes_no},
  {CAP_DOUBLEFEEDDETECTION, TY_UINT16, CON_ARRAY, 0, 0, 0, 0, detections},
  {CAP_DOUBLEFEEDRESPONSE, TY_UINT16, CON_ENUMERATION, 0, 1, 1, 2, responses},
  {ICAP_BRIGHTNESS, TY_FIX32, CON_RANGE, 0, 0, 0, 3, hue},
  {ICAP_PHYSICALWIDTH, TY_FIX32, CON_ONEVALUE, READ_ONLY, 12, 12, 0, NULL},
  {ICAP_PHYSICALHEIGHT, TY_FIX32, CON_ONEVALUE, READ_ONLY, 18, 18, 0, NULL},
  {ICAP_FRAMES, TY_FRAME, CON_ONEVALUE, READ_ONLY, 0, 0, 0, NULL},
  {ICAP_XRESOLUTION, TY_FIX32, CON_ENUMERATION, 0, 100, 100, 4, dots},
  {ICAP_YRESOLUTION, TY_FIX32, CON_ENUMERATION, 0, 100, 100, 4, dots},
  {ICAP_PIXELFLAVOR, TY_UINT16, CON_ONEVALUE, 0, 0, 0, 2, yes_no},
  {ICAP_PLANARCHUNKY, TY_UINT16, CON_ONEVALUE, READ_ONLY, 0, 0, 0, NULL},
  {ICAP_SUPPORTEDSIZES, TY_UINT16, CON_ENUMERATION, 0, 1, 1, 3, sizes},
  {ICAP_THRESHOLD, TY_FIX32, CON_RANGE, 0, 128, 128, 3, level},
  {ICAP_EXTIMAGEINFO, TY_BOOL, CON_ONEVALUE, READ_ONLY, 1, 1, 0, NULL},
  {ICAP_AUTODISCARDBLANKPAGES, TY_INT32, CON_ENUMERATION, 0, -1, -1, 2, blank},
  {ICAP_AUTOMATICDESKEW, TY_BOOL, CON_ONEVALUE, 0, 1, 1, 2, yes_no},
  {CAP_SERIALNUMBER, TY_STR255, CON_ONEVALUE, READ_ONLY, 0, 0, 0, NULL},
  {CAP_SUPPORTEDCAPS, TY_UINT16, CON_ARRAY, READ_ONLY, 0, 0, 0, NULL},
};
enum { CAPS = sizeof caps / sizeof caps[0] };

static Cap *find_cap(uint16_t id) {
  for (int at = 0; at < CAPS; at++) if (caps[at].id == id) return &caps[at];
  return NULL;
}
static int32_t cap_value(uint16_t id) { return find_cap(id)->now; }

static int item_size(uint16_t type) { return type == TY_INT32 || type == TY_FIX32 ? 4 : 2; }
static void put_item(uint16_t type, void *at, int32_t value) {
  Fix32 fixed = {(int16_t)value, 0};
  int16_t word = (int16_t)value;
  if (type == TY_FIX32) memcpy(at, &fixed, 4);
  else memcpy(at, item_size(type) == 4 ? (void *)&value : (void *)&word, item_size(type));
}
static int32_t get_item(uint16_t type, const void *at) {
  Fix32 fixed;
  int16_t word;
  int32_t whole;
  memcpy(&word, at, 2);
  if (type == TY_FIX32) { memcpy(&fixed, at, 4); return fixed.Whole + (fixed.Frac >= 0x8000); }
  if (type == TY_INT32) { memcpy(&whole, at, 4); return whole; }
  return type == TY_INT16 ? word : (uint16_t)word;
}
static int place_in(const Cap *cap, int32_t value) {
  for (int at = 0; at < cap->count; at++) if (cap->list[at] == value) return at;
  return -1;
}
/* Fills a container; `msg` says whether all values are asked for or one. */
static void fill_container(const Cap *cap, uint16_t msg, uint16_t form, void *into) {
  const int step = item_size(cap->type);
  if (form == CON_ONEVALUE) {
    OneValue *one = into;
    one->ItemType = cap->type;
    if (cap->type == TY_STR255) strcpy((char *)into + 2, "SN-0001");
    else if (cap->type == TY_FRAME) memset((char *)into + 2, 0, sizeof(Frame));
    else put_item(cap->type, &one->Item, msg == MSG_GETDEFAULT ? cap->standard : cap->now);
  } else if (form == CON_RANGE) {
    Range *range = into;
    range->ItemType = cap->type;
    put_item(cap->type, &range->MinValue, cap->list[0]);
    put_item(cap->type, &range->MaxValue, cap->list[1]);
    put_item(cap->type, &range->StepSize, cap->list[2]);
    put_item(cap->type, &range->DefaultValue, cap->standard);
    put_item(cap->type, &range->CurrentValue, cap->now);
  } else if (form == CON_ENUMERATION) {
    Enumeration *all = into;
    *all = (Enumeration){cap->type, cap->count, place_in(cap, cap->now), place_in(cap, cap->standard), {0}};
    for (int at = 0; at < cap->count; at++) put_item(cap->type, all->ItemList + at * step, cap->list[at]);
  } else {
    Array *array = into;
    const int supported = cap->id == CAP_SUPPORTEDCAPS;
    array->ItemType = cap->type;
    array->NumItems = supported ? CAPS : cap->now;
    for (int at = 0; at < (int)array->NumItems; at++)
      put_item(cap->type, array->ItemList + at * step, supported ? caps[at].id : detected[at]);
  }
}
/* Takes a value that an application sets. */
static uint16_t take_value(Cap *cap, uint16_t form, const void *from, uint16_t *condition) {
  *condition = CC_BADVALUE;
  if (cap->flags & READ_ONLY) { *condition = CC_CAPBADOPERATION; return RC_FAILURE; }
  if (cap->form == CON_ARRAY) {
    const Array *array = from;
    if (form != CON_ARRAY || array->NumItems > 2) return RC_FAILURE;
    cap->now = array->NumItems;
    for (int at = 0; at < cap->now; at++) detected[at] = get_item(cap->type, array->ItemList + at * item_size(cap->type));
    return RC_SUCCESS;
  }
  if (form != CON_ONEVALUE) return RC_FAILURE;
  int32_t value = get_item(cap->type, &((const OneValue *)from)->Item);
  if (cap->form == CON_RANGE) {
    if (value < cap->list[0] || value > cap->list[1]) return RC_FAILURE;
    cap->now = value - (value - cap->list[0]) % cap->list[2];
    return cap->now == value ? RC_SUCCESS : RC_CHECKSTATUS;
  }
  if (cap->count > 0 && place_in(cap, value) < 0) return RC_FAILURE;
  cap->now = value;
  return RC_SUCCESS;
}
#endif
