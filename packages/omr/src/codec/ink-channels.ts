import type { OmrTemplate } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { PageMemory } from '../kernels/page-memory.ts'

/** The colour of a card's print, that is to vanish. */
export type InkColour = NonNullable<OmrTemplate['dropout']>

/** A colour page, seen in three ways of the same size. */
export interface ChannelPage {
  /** What a person sees: luma. */
  seen: Gray
  /** The channel of the colour: print and pens of that colour are paper here. */
  kept: Gray
  /** The channel in which that colour is darkest: what vanished stands here. */
  hidden: Gray
  /** Did the file have any colour? Without it all three are the same picture. */
  hasColour: boolean
}

/** Interleaved red, green and blue. */
export interface RgbPage {
  data: Uint8Array
  width: number
  height: number
}

const channelOf = { red: 0, green: 1, blue: 2 } as const
/** Red and magenta are dark in green; green and blue are dark in red. */
const darkIn = { red: 1, green: 0, blue: 0 } as const
/** Channels of grey paper and ink differ by less, whatever lamp and JPEG do to them. */
const leastChroma = 48
/** Fewer coloured pixels, one in so many, are dust and fringes. */
const oneInSoMany = 4000

/**
 * Splits a colour page for a card whose print has the given colour.
 *
 * @param rgb its data may lie where `holdPlanes` of this memory put it
 * @param memory where the three pictures will lie; they are valid until its next page
 */
export function splitChannels(rgb: RgbPage, colour: InkColour, memory: PageMemory): ChannelPage {
  const { width, height } = rgb
  const size = width * height
  const { planes, colours } = memory.holdPlanes(size)
  if (rgb.data.buffer !== colours.buffer) colours.set(rgb.data)
  const [seen, kept, hidden] = planes.map((data) => ({ data, width, height })) as [Gray, Gray, Gray]
  const coloured = memory.kernels.splitChannels(
    colours.byteOffset,
    size,
    channelOf[colour],
    darkIn[colour],
    leastChroma,
    seen.data.byteOffset,
    kept.data.byteOffset,
    hidden.data.byteOffset,
  )
  return { seen, kept, hidden, hasColour: coloured * oneInSoMany > size }
}
