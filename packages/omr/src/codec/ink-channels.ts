import type { OmrTemplate } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'

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

/** Splits a colour page for a card whose print has the given colour. */
export function splitChannels({ data, width, height }: RgbPage, colour: InkColour): ChannelPage {
  const size = width * height
  const seen = new Uint8Array(size)
  const kept = new Uint8Array(size)
  const hidden = new Uint8Array(size)
  const keptAt = channelOf[colour]
  const hiddenAt = darkIn[colour]
  let coloured = 0
  for (let i = 0, from = 0; i < size; i++, from += 3) {
    seen[i] = (77 * data[from]! + 150 * data[from + 1]! + 29 * data[from + 2]!) >> 8
    const own = data[from + keptAt]!
    const dark = data[from + hiddenAt]!
    kept[i] = own
    hidden[i] = dark
    if (own - dark > leastChroma) coloured++
  }
  return {
    seen: { data: seen, width, height },
    kept: { data: kept, width, height },
    hidden: { data: hidden, width, height },
    hasColour: coloured * oneInSoMany > size,
  }
}
