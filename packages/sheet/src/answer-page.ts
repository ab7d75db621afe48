import { breakLines } from './break-lines.ts'
import { drawable, outlineOf } from './sheet-font.ts'

/** What was answered on screen, as it is put onto a picture for who marks it. */
export type AnswerPart =
  | { kind: 'heading' | 'text' | 'note'; text: string }
  | { kind: 'photo'; widthPx: number; heightPx: number }

interface AnswerPage {
  /** The texts, drawn as outlines: no font of the machine has a say in it. */
  svg: string
  widthPx: number
  heightPx: number
  /** Where the photos go, in the order of the parts. */
  photos: { x: number; y: number; width: number; height: number }[]
}

const WIDTH = 1240
const MARGIN = 36
const INNER = WIDTH - 2 * MARGIN
const GAP = 14
const LOOK = {
  heading: { size: 28, grey: '#555' },
  text: { size: 34, grey: '#111' },
  note: { size: 28, grey: '#888' },
} as const
const PITCH = 1.6
/** Of the baseline below the top of a line. */
const ASCENT = 1.1
/** No taller: the format of the pictures ends at 16,383. */
const TALLEST = 16_000
const TALLEST_PHOTO = 1700

/** Lays parts out one under the other. */
export function answerPage(parts: readonly AnswerPart[]): AnswerPage {
  const drawn: string[] = []
  const photos: AnswerPage['photos'] = []
  let y = MARGIN
  for (const part of parts) {
    if (part.kind === 'photo') {
      const scale = Math.min(
        1,
        INNER / part.widthPx,
        TALLEST_PHOTO / part.heightPx,
        Math.max(100, TALLEST - MARGIN - y) / part.heightPx,
      )
      const [width, height] = [
        Math.max(1, Math.round(part.widthPx * scale)),
        Math.max(1, Math.round(part.heightPx * scale)),
      ]
      photos.push({ x: MARGIN, y: Math.round(y), width, height })
      y += height + GAP
      continue
    }
    const { size, grey } = LOOK[part.kind]
    const paragraphs = part.text.replace(/\r\n?/g, '\n').replaceAll('\t', '　').split('\n')
    for (const line of paragraphs.flatMap((one) => breakLines(drawable(one), size, INNER))) {
      const outline = outlineOf(line, { x: MARGIN, y: y + size * ASCENT, size })
      if (outline !== '') drawn.push(`<path d="${outline}" fill="${grey}"/>`)
      y += size * PITCH
    }
    y += GAP
  }
  const heightPx = Math.min(TALLEST, Math.ceil(y + MARGIN - GAP))
  return {
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${heightPx}">` +
      `<rect width="100%" height="100%" fill="#fff"/>${drawn.join('')}</svg>`,
    widthPx: WIDTH,
    heightPx,
    photos,
  }
}
