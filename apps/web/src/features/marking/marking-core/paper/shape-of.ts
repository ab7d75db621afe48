import { type PartSize, partsLayout } from '@hengjuan/ui'

/** Pictures that are on their way already take the room that they will need: CSS `aspect-ratio`. */
export function shapeOf(images: readonly PartSize[]): string {
  const { width, height } = partsLayout(images)
  return `${width} / ${height}`
}

/** Are they, together, clearly higher than wide, as a page is? */
export function isUpright(images: readonly PartSize[]): boolean {
  const { width, height } = partsLayout(images)
  return height > 1.2 * width
}
