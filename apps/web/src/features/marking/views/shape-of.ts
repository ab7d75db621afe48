import { type PartSize, partsLayout } from '@hengjuan/ui'

/** Pictures that are on their way already take the room that they will need: CSS `aspect-ratio`. */
export function shapeOf(images: readonly PartSize[]): string {
  const { width, height } = partsLayout(images)
  return `${width} / ${height}`
}
