/**
 * Every level at which the quality gate speaks. They were set on the following pages, all of which are read
 * without a wrong answer: 31 ordinary pages of `test-scans`, 51 with one trouble each, 11 real scans and
 * photographs, 28 pages of an ordinary and 28 of a worn scanner, 6 at each of three strengths of blur, low
 * contrast, overexposure, black and white. `quality-gate.scan.test.ts` holds the gate against the same pages.
 *
 * | measure                              | ordinary      | worn          | real          | in trouble                                     |
 * | ------------------------------------ | ------------- | ------------- | ------------- | ---------------------------------------------- |
 * | sharpness                            | 0.71 to 0.95  | 0.58 to 1.00  | 0.29 to 1.00  | blur 0.59, 0.33, 0.22; half resolution 0.31    |
 * | contrast, grey levels                | 217 to 246    | 181 to 238    | 190 to 254    | low contrast 146, 90, 55; grey paper 128       |
 * | skew, degrees                        | 0.1 to 1.2    | 0.2 to 2.3    | to 10 (photo) |                                                |
 * | anything but paper, share            | 0.05 to 0.14  | 0.05 to 0.13  | 0.05 to 0.33  | overexposed 0.028, black and white 0.023       |
 * | full white or ink, share             | 0.04 to 0.80  | 0.07 to 0.66  | 0.14 to 0.92  | overexposed 0.89 to 0.96                       |
 * | residual, millimetres                | 0.03 to 0.04  | 0.03 to 0.04  | 0             | slipped by 1 mm 0.02 to 0.04, bulging 0.15 up  |
 * | outlines seen in the worst group     | 0.96 to 1.00  | 0.9 to 1.00   | 0.7 to 1.00   | a grid read one place off: edge under 0.5      |
 * | outlines seen beyond a grid's edge   | 0 to 0.2      | 0 to 0.2      | 0.15 to 0.25  | a grid read one place off: 0.4 to 1.0          |
 */
export const qualityThresholds = {
  /** Ink share below which a page carries no print. */
  blankInk: 0.0015,

  /** A streak is so many grey levels darker than both its sides. */
  streakLevels: 14,
  /** Rows whose sides are darker than this say nothing about a streak. */
  streakPaper: 120,
  /** Share of the rows on paper in which a streak shows. */
  streakRows: 0.9,
  /** More lines than this are not dirt but a picture. */
  mostStreaks: 24,
  /** Wider streaks hide too much of a bubble to be bridged: share of the shorter side, 0.8 mm of A4. */
  mendableStreak: 0.0039,

  /** 1.5 pixels at 200 dpi; beyond this the page is not flat. Source: domain rules 16. */
  highResidualMm: 0.19,
  /** Beyond this the anchors contradict each other, whatever the print says. */
  absurdResidualMm: 1,
  /** Mean share of outlines seen in a group that lies where it should, and in one that surely does not. */
  goodGroup: 0.6,
  poorGroup: 0.4,
  /** Answer areas' frames that lie within this, and the share of them that vouches for the geometry. */
  frameReachMm: 0.6,
  framesMet: 0.8,
  /** Prints and scans differ from nominal proportions by less; more is another form or paper. */
  oddScale: 0.06,
  /** The same, and the sine of the angle between the edges, where a mark had to be inferred. */
  oddInferredScale: 0.03,
  inferredShear: 0.0175,
  flatShear: 0.05,
  /** A picture that is no scan may be stretched and seen from aside. */
  photoScale: 0.35,
  stretchedScale: 0.25,
  /** Change of scale over the page beyond which it is a photograph. */
  flatPerspective: 0.03,

  /** An outline of which less is seen is not there; of which more is seen is. */
  bareOutline: 0.4,
  seenOutline: 0.65,
  /** By so much the outlines beyond an edge must be seen better than those of the edge. */
  displacedLead: 0.1,
  /** With so much of it bare an edge is not where it was looked for. */
  goneEdge: 0.7,
  /** An edge that shows this much of its outlines is there. */
  wholeEdge: 0.75,
  /** Share of a grid's edge that must be bare, and of the places beyond that must be printed, before it counts as displaced. */
  displacedShare: 0.3,
  /** Rise of ink that counts as an outline. */
  outlineInk: 0.08,
  /** Shallower streaks do not hide what lies under them. */
  hidingDepth: 0.25,
  /** With five marks agreeing to this, no grid can be one place off. */
  surePlaceMm: 0.3,

  /** Paper white minus print black, grey levels: half of what is still read without a doubt, and a quarter. */
  lowContrast: 45,
  noContrast: 22,
  /** Sharpness of the anchors' edges: below what any of these pages has, and still read. */
  blurred: 0.2,
  /** A feeder turns paper by less; the guides are loose. */
  skewDeg: 5,
  /** Share of the page that is full white or ink where overexposure has taken what lies between. */
  burnt: 0.88,
  /** A second set of marks must lie at least so far from the first. */
  secondSetMm: 15,
  /** The picture may be longer than the page by this before a second sheet is suspected. */
  longerPage: 0.12,
  /** Share of ink on paper beyond the page's end that is a second sheet's print. */
  printBeyond: 0.01,
  /** Shares of this sheet's white that count as paper and as ink there. */
  paperBeyond: 0.8,
  inkBeyond: 0.6,
} as const
