/*
 * Paper in a feeder, kept in files outside the process, as in ../sane-test-feeder: `0001-1.pnm` is the front
 * of sheet 1, `0001-2.pnm` its back (P5 or P6); `next` holds the number of the sheet on top, which leaves
 * the feeder when it is drawn; `faults` holds lines `sheet side fault`, each crossed out before it strikes.
 */
#ifndef FEEDER_H
#define FEEDER_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sheet, side;          /* the image that is next or under way */
static int drawn;                /* the last sheet that has left the feeder */
static char fault[16];           /* what is wrong with this image */
static int channels, width, height; /* of the picture file */
static unsigned char *pixels;

static FILE *paper(const char *name, const char *how) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", getenv("FEEDER_DIR") ? getenv("FEEDER_DIR") : ".", name);
  return fopen(path, how);
}
static FILE *picture(int of_sheet, int of_side) {
  char name[64];
  snprintf(name, sizeof name, "%04d-%d.pnm", of_sheet, of_side);
  return paper(name, "rb");
}
static int has_picture(int of_sheet, int of_side) {
  FILE *file = picture(of_sheet, of_side);
  if (file) fclose(file);
  return file != NULL;
}
static int top_sheet(void) {
  int number = 1;
  FILE *file = paper("next", "r");
  if (file) { if (fscanf(file, "%d", &number) != 1) number = 1; fclose(file); }
  return number;
}
/* Draws sheets up to this one, as far as there are any. */
static void draw_up_to(int number) {
  FILE *file;
  while (number > drawn && !has_picture(number, 1)) number--;
  if (number <= drawn) return;
  drawn = number;
  file = paper("next", "w");
  if (!file) abort();
  fprintf(file, "%d\n", drawn + 1);
  fclose(file);
}
static int has_fault(const char *name) { return strcmp(fault, name) == 0; }
/* Takes the fault of an image off the list, or only the one of the given name. */
static void take_fault(const char *only) {
  char line[64], left[8192] = "", kind[16];
  int s, d;
  FILE *file = paper("faults", "r");
  fault[0] = 0;
  if (!file) return;
  while (fgets(line, sizeof line, file))
    if (!fault[0] && sscanf(line, "%d %d %15s", &s, &d, kind) == 3 && s == sheet && d == side && (!only || !strcmp(only, kind)))
      strcpy(fault, kind);
    else strcat(left, line);
  fclose(file);
  if (!fault[0]) return;
  file = paper("faults", "w");
  if (!file) abort();
  fputs(left, file);
  fclose(file);
}
static int load_picture(void) {
  FILE *file = picture(sheet, side);
  size_t size;
  if (!file) return 0;
  if (fscanf(file, "P%d %d %d 255", &channels, &width, &height) != 3) abort();
  fgetc(file);
  channels = channels == 6 ? 3 : 1;
  size = (size_t)width * height * channels;
  pixels = realloc(pixels, size);
  if (!pixels || fread(pixels, 1, size, file) != size) abort();
  fclose(file);
  return 1;
}
/* A sample of a picture as grey (0), red, green or blue (1 to 3). */
static unsigned char sample(int x, int y, int which) {
  const unsigned char *at = pixels + ((size_t)y * width + x) * channels;
  return channels == 1 ? at[0] : at[which == 0 ? 1 : which - 1];
}
#endif
