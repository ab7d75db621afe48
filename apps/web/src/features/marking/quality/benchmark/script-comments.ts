/**
 * The reasons of a definitive score, point by point. Those given in one piece belong to the only point of a
 * block, or to none of several.
 *
 * @returns `byPoint` with one text a point, empty where nothing was written; `rest` what belongs to no point
 */
export function commentsByPoint(
  comments: readonly string[],
  points: readonly unknown[],
): { byPoint: string[]; rest: string } {
  if (comments.length === points.length) return { byPoint: [...comments], rest: '' }
  return { byPoint: points.map(() => ''), rest: comments.filter(Boolean).join('；') }
}
