/**
 * Every number that decides what is a mark, in one place. Darkness is on the scale 0 = paper here,
 * 1 = this scan's print black; "excess" is darkness above the printed empty bubble.
 */
export const thresholds = {
  /** Ink share of a pixel from which it counts as covered. */
  covered: 0.25,
  /** Ink of a pixel, as a share of this sheet's full marks, from which it is a stroke and not a rubbed-out remainder. */
  coreShare: 0.6,
  /** The same level where the sheet has no marks to compare with. */
  coreLevel: 0.35,
  /** Limits of that level: paper texture below, print black above. */
  leastCore: 0.1,
  mostCore: 0.5,
  /** Ink beside a bubble that may belong to a drawn ring: a share of this sheet's marks, within limits. */
  ringInkShare: 0.35,
  leastRingInk: 0.1,
  mostRingInk: 0.22,
  /** No mark is fainter than this, however clean the sheet: the absolute ink floor. */
  leastMark: 0.13,
  /** A class of marks paler than that floor begins at this share of its typical mark. */
  faintMarkShare: 0.6,
  /** Excess that is a mark on any sheet. */
  surestMark: 0.4,
  /** Excess from which a mark is accepted when the sheet has too few marks to compare with. */
  loneMark: 0.4,
  /** A mark lies at least this share of the way from empty to this sheet's full marks. */
  markShare: 0.42,
  /** A stroke (tick, cross) is a mark from this excess, if nearly all of its ink is core ink. */
  leastStroke: 0.15,
  /** Dark strokes of a weak trace, against what its darkness promises, that make it a pen's stroke. */
  strokeCore: 0.65,
  /** Empties vary at least this much on any sheet: paper texture, print misfit. */
  leastEmpty: 0.04,
  /** A bubble this many spreads above the empties is no longer surely empty. */
  emptySpreads: 4.5,
  /** A print that is not known may be darker than the others by this. */
  unknownPrint: 0.04,
  /** Within so many spreads of the empties what a bubble has more than they tells nothing of a mark. */
  usualSpreads: 3,
  /** Nor is it ever surely empty above this share of what is a mark, however rough the paper. */
  mostEmptyShare: 0.5,
  /** Two classes of bubbles exist when their means are this far apart. */
  classGap: 0.13,
  /** The paler class is print and not marks unless it is this dark, or this much of the gap is void but for a few. */
  darkClass: 0.35,
  classValley: 0.25,
  /** Marks that the sheet must have before its own level is trusted. */
  classCount: 3,
  /** The same for marks paler than the floor: they are more, clear of the noise, and nothing lies between. */
  faintGap: 0.06,
  faintGapSpreads: 9,
  faintCount: 8,
  faintValley: 0.45,
  /** Bubbles this far apart from the empties, and with this much of the gap void, are marks washed out. */
  ghostGap: 0.015,
  ghostGapSpreads: 6,
  ghostValley: 0.25,
  /** What a mark is taken to be where the sheet has none to compare with. */
  usualMark: 0.75,
  usualMarkSpread: 0.2,
  usualStrokes: 0.85,
  /** Beside a mark, what is below this share of it was rubbed out. */
  residueShare: 0.25,
  /** The same for a grey breath without strokes, as a rubber leaves it. */
  greyResidueShare: 0.32,
  /** The same where several marks may be meant: stricter, since each could be one. */
  residueShareMultiple: 0.2,
  greyResidueShareMultiple: 0.25,
  /** Marks of one field that differ more than this were not all meant. */
  unevenMarks: 0.45,
  /** A mark with less of this sheet's usual ink is half filled or a slip of the pen. */
  wholeMark: 0.55,
  /** Unless it is paler than this, it may yet be a whole bubble filled with less force: */
  palestWhole: 0.42,
  /** this share of it then has at least half of its mean ink. */
  wholeReach: 0.75,
  /** Print missing from all unmarked options, in excess and in spreads of the empties: this is not their place. */
  missingPrint: -0.035,
  missingPrintSpreads: 3,
  /** The same where their outlines are seen badly: less than this share of them. */
  missingPrintUnseen: -0.02,
  unseenOutline: 0.65,
  /** A mark this close to this sheet's usual ink is whole; */
  surelyWhole: 0.85,
  /** if it is this dark too, it is no mere shadow. */
  surelyInk: 0.5,
  /** A mark with fewer dark strokes than its darkness promises is a smear or a shadow. */
  leastStrokes: 0.4,
  /** Share of a pale mark's ink that the paper around it has where both are a smear. */
  smearSurround: 0.35,
  /** From this share of what is surely empty on, a bubble is held against the paper around it. */
  traceShare: 0.7,
  /** Empties that vary more than this lie in a shadow; then every bubble is held against its paper. */
  roughSpread: 0.018,
  /** Paper around a bubble that is darker than this is in a shadow or a smear; below, it is texture. */
  leastSurround: 0.03,
  /** No shadow is deeper. */
  mostSurround: 0.6,
  /** An unmarked option on paper as dark as this may hide what was written. */
  hiddenSurround: 0.22,
  /** A stain that lies over an option as well makes it at least this dark, share of the paper around it. */
  hiddenInside: 0.7,
  /** Dark strokes that an unmarked field must not show, share of a bubble's area. */
  strayStroke: 0.1,
  /** Beside a mark, what is paler than this is no stroke of the pen. */
  rivalStroke: 0.09,
  /** Ink that all unmarked options of a field share is shadow or print; no more than this is taken off. */
  mostShared: 0.12,
  /** Marks vary so much that one may have left no trace where this many of their spreads reach the empties. */
  lostMarkSpreads: 3.5,
  /** On a black and white scan: so many marks, of which none so many spreads paler would have been lost. */
  provenMarks: 8,
  provenSpreads: 4.5,
  /** So many weak traces on a sheet without a class of marks are its marks, washed out. */
  lostMarkTraces: 4,
  /** Confidence that a blank then deserves, and on a black and white scan. */
  unsureBlank: 0.9,
  /** A field below this confidence goes to a person. */
  leastConfidence: 0.95,
  /** Share of an unfilled bubble's outline that must be seen where the template prints one. */
  leastOutline: 0.45,
  /** The same of one bubble among others that are seen well enough. */
  leastOwnOutline: 0.3,
  /** Share of strokes around a blank field's bubbles that looks like a circled answer. */
  ringedOutside: 0.25,
  /** The same on a black and white scan, where the dots of a grey may look like a line. */
  ringedOutsideDots: 0.4,
} as const
