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
  leastCore: 0.2,
  mostCore: 0.5,
  /** Ink of a pixel beside a bubble that may belong to a drawn ring. */
  around: 0.22,
  /** No mark is fainter than this, however clean the sheet: the absolute ink floor. */
  leastMark: 0.13,
  /** Excess that is a mark on any sheet. */
  surestMark: 0.4,
  /** Excess from which a mark is accepted when the sheet has too few marks to compare with. */
  loneMark: 0.4,
  /** A mark lies at least this share of the way from empty to this sheet's full marks. */
  markShare: 0.5,
  /** A stroke (tick, cross) is a mark from this excess, if nearly all of its ink is core ink. */
  leastStroke: 0.15,
  /** Share of a mark's ink that must be core ink for it to be a stroke. */
  strokeCore: 0.65,
  /** Empties vary at least this much on any sheet: paper texture, print misfit. */
  leastEmpty: 0.04,
  /** A bubble this many spreads above the empties is no longer surely empty. */
  emptySpreads: 4.5,
  /** Two classes of bubbles exist when their means are this far apart. */
  classGap: 0.13,
  /** Marks that the sheet must have before its own level is trusted. */
  classCount: 3,
  /** Beside a mark, what is below this share of it was rubbed out. */
  residueShare: 0.25,
  /** The same where several marks may be meant: stricter, since each could be one. */
  residueShareMultiple: 0.2,
  /** Marks of one field that differ more than this were not all meant. */
  unevenMarks: 0.45,
  /** A mark with less of this sheet's usual ink is half filled or a slip of the pen. */
  wholeMark: 0.55,
  /** A field below this confidence goes to a person. */
  leastConfidence: 0.9,
  /** Share of an unfilled bubble's outline that must be seen where the template prints one. */
  leastOutline: 0.45,
  /** Share of strokes around a blank field's bubbles that looks like a circled answer. */
  ringedOutside: 0.4,
} as const
