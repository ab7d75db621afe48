/*
 * A TWAIN 2 source manager as small as one can be: it lists and opens the sources named in
 * TWAIN_TEST_SOURCES (paths, separated by a semicolon), hands out memory, and passes everything else on.
 * A handle is not a pointer here, so that code which confuses the two is found out.
 */
#include "twain-layout.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#define open_library(path) (void *)LoadLibraryA(path)
#define find_symbol(library, name) (void *)GetProcAddress((HMODULE)(library), name)
#else
#include <dlfcn.h>
#define open_library(path) dlopen(path, RTLD_NOW | RTLD_LOCAL)
#define find_symbol(library, name) dlsym(library, name)
#endif

enum { MOST = 4 };
static struct { Identity identity; SourceFunction entry; } sources[MOST];
static int count, open_source = -1, listed, is_open;
static Identity application;
static EntryFunction callback;
static uint16_t condition;

TW_EXPORT uint16_t TW_CALL DSM_Entry(Identity *, Identity *, uint32_t, uint16_t, uint16_t, void *);

static void *TW_CALL allocate(uint32_t size) {
  void **handle = malloc(sizeof *handle);
  if (handle && !(*handle = calloc(1, size ? size : 1))) { free(handle); handle = NULL; }
  return handle;
}
static void TW_CALL release(void *handle) {
  free(*(void **)handle);
  *(void **)handle = NULL;
  free(handle);
}
static void *TW_CALL lock(void *handle) { return *(void **)handle; }
static void TW_CALL unlock(void *handle) { (void)handle; }

static uint16_t failed(uint16_t code) { condition = code; return RC_FAILURE; }

static void load_sources(void) {
  char list[4096];
  snprintf(list, sizeof list, "%s", getenv("TWAIN_TEST_SOURCES") ? getenv("TWAIN_TEST_SOURCES") : "");
  count = 0;
  for (char *path = strtok(list, ";"); path && count < MOST; path = strtok(NULL, ";")) {
    void *library = open_library(path);
    SourceFunction entry = library ? (SourceFunction)find_symbol(library, "DS_Entry") : NULL;
    memset(&sources[count].identity, 0, sizeof(Identity));
    if (!entry || entry(&application, DG_CONTROL, DAT_IDENTITY, MSG_GET, &sources[count].identity)) continue;
    sources[count].entry = entry;
    sources[count].identity.Id = 100 + count;
    count++;
  }
}
static uint16_t list(Identity *into, int at) {
  if (at >= count) return count == 0 ? failed(CC_NODS) : RC_ENDOFLIST;
  *into = sources[at].identity;
  listed = at + 1;
  return RC_SUCCESS;
}
static uint16_t open_or_close(uint16_t msg, Identity *which) {
  EntryPoint points = {sizeof points, (void *)DSM_Entry, (void *)allocate, (void *)release, (void *)lock, (void *)unlock};
  int at = 0;
  while (at < count && strcmp(sources[at].identity.ProductName, which->ProductName)) at++;
  if (at == count) return failed(CC_NODS);
  if (msg == MSG_OPENDS && open_source >= 0) return failed(CC_MAXCONNECTIONS);
  if (msg == MSG_CLOSEDS && open_source != at) return failed(CC_SEQERROR);
  which->Id = sources[at].identity.Id;
  if (msg == MSG_OPENDS) sources[at].entry(&application, DG_CONTROL, DAT_ENTRYPOINT, MSG_SET, &points);
  uint16_t rc = sources[at].entry(&application, DG_CONTROL, DAT_IDENTITY, msg, &sources[at].identity);
  if (rc == RC_SUCCESS) open_source = msg == MSG_OPENDS ? at : -1;
  if (msg == MSG_CLOSEDS) callback = NULL;
  return rc;
}

TW_EXPORT uint16_t TW_CALL DSM_Entry(Identity *origin, Identity *dest, uint32_t dg, uint16_t dat, uint16_t msg, void *data) {
  if (dg == DG_CONTROL && dat == DAT_PARENT) {
    if (is_open == (msg == MSG_OPENDSM)) return failed(CC_SEQERROR);
    if (msg == MSG_CLOSEDSM && open_source >= 0) return failed(CC_SEQERROR);
    is_open = msg == MSG_OPENDSM;
    if (!is_open) return RC_SUCCESS;
    origin->Id = 1;
    if (origin->SupportedGroups & DF_APP2) origin->SupportedGroups |= DF_DSM2;
    application = *origin;
    load_sources();
    return RC_SUCCESS;
  }
  if (!is_open) return failed(CC_SEQERROR);
  if (dg == DG_CONTROL && dat == DAT_NULL)
    return callback ? callback(origin, &application, dg, dat, msg, data) : failed(CC_BUMMER);
  if (!dest) {
    if (dat == DAT_STATUS) { ((Status *)data)->ConditionCode = condition; condition = CC_SUCCESS; return RC_SUCCESS; }
    if (dat == DAT_ENTRYPOINT) {
      EntryPoint points = {sizeof points, (void *)DSM_Entry, (void *)allocate, (void *)release, (void *)lock, (void *)unlock};
      memcpy(data, &points, sizeof points);
      return RC_SUCCESS;
    }
    if (dat == DAT_IDENTITY) switch (msg) {
      case MSG_GETDEFAULT: case MSG_GETFIRST: return list(data, 0);
      case MSG_GETNEXT: return list(data, listed);
      case MSG_OPENDS: case MSG_CLOSEDS: return open_or_close(msg, data);
    }
    return failed(CC_BADPROTOCOL);
  }
  if (open_source < 0 || dest->Id != sources[open_source].identity.Id) return failed(CC_BADDEST);
  if (dg == DG_CONTROL && dat == DAT_CALLBACK) {
    callback = (EntryFunction)((Callback *)data)->CallBackProc;
    return RC_SUCCESS;
  }
  return sources[open_source].entry(&application, dg, dat, msg, data);
}
