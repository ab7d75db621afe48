import type { AmcLayout, AmcPage } from './amc-layout.ts'
import { answerRole } from './amc-layout.ts'
import { ImportError } from './imported-template.ts'

const millimetres: Record<string, number> = {
  in: 25.4,
  cm: 10,
  mm: 1,
  pt: 25.4 / 72.27,
  sp: 25.4 / (65_536 * 72.27),
}

/** Roles by the words of the file. */
const roles: Record<string, number> = {
  case: answerRole,
  casequestion: 2,
  score: 100,
  scorequestion: 101,
  qtext: 102,
  atext: 103,
}
const corners = ['HG', 'HD', 'BD', 'BG']

interface Traced {
  xs: number[]
  ys: number[]
  isOval: boolean
  char: string
}

/**
 * Reads the positions file (`*.xy`) that LaTeX writes for Auto Multiple Choice.
 *
 * @throws ImportError
 */
export function parseAmcPositions(text: string): AmcLayout {
  const layout: AmcLayout = {
    pages: [],
    questions: new Map(),
    several: null,
    hasAnswerSheet: /\\with\{ensemble=yes\}/.test(text),
    assigned: [...text.matchAll(/\\association\{/g)].length,
  }
  const skipped = new Set<string>()
  let page: AmcPage | null = null
  let traced = new Map<string, Traced>()
  const finish = () => page && placeTraced(page, traced)
  for (const line of text.split('\n')) {
    const start = /\\page\{([^}]+)\}\{([^}]+)\}\{([^}]+)\}(?:\{([^}]+)\}\{([^}]+)\})?/.exec(line)
    if (start) {
      finish()
      traced = new Map()
      page = startPage(start)
      layout.pages.push(page)
      continue
    }
    const [, key, x, y, shape] =
      /\\tracepos\{(.+?)\}\{([+-]?[\d.]+[a-z]*)\}\{([+-]?[\d.]+[a-z]*)\}(?:\{([a-zA-Z]*)\})?\s*$/.exec(
        line,
      ) ?? []
    if (key !== undefined) {
      const box = tracedAt(traced, key)
      // A coordinate that is exactly nought was not traced.
      if (lengthOf(x!) !== 0) box.xs.push(lengthOf(x!))
      if (lengthOf(y!) !== 0) box.ys.push(lengthOf(y!))
      if (shape === 'oval') box.isOval = true
      continue
    }
    const [, charKey, char] = /\\boxchar\{(.+)\}\{(.*)\}\s*$/.exec(line) ?? []
    if (charKey !== undefined) tracedAt(traced, charKey).char = char!
    const [, number, name] = /\\question\{(\d+)\}\{(.*)\}/.exec(line) ?? []
    if (number !== undefined) layout.questions.set(Number(number), name!)
    const [, mark] = /\\dontscan\{(.*)\}/.exec(line) ?? []
    if (mark !== undefined) skipped.add(mark)
  }
  finish()
  if (layout.pages.length === 0) {
    throw new ImportError('文件里没有任何 \\page，这可能不是 AMC 的 .xy 位置文件')
  }
  for (const { copy, boxes } of layout.pages) {
    for (const box of boxes) box.isSkipped = skipped.has(`${copy},${box.question}`)
  }
  return layout
}

function startPage([, id, width, height, pageWidth, pageHeight]: RegExpExecArray): AmcPage {
  const [copy, page, checksum] = id!.split('/').map(Number)
  const isSized = (text: string | undefined): text is string => /[1-9]/.test(text ?? '')
  return {
    copy: copy!,
    page: page!,
    checksum: checksum!,
    widthMm: lengthOf(isSized(pageWidth) ? pageWidth : width!),
    heightMm: lengthOf(isSized(pageHeight) ? pageHeight : height!),
    markDiameterMm: 0,
    marks: [],
    digits: [],
    boxes: [],
    zones: [],
  }
}

function lengthOf(text: string): number {
  const [, value, unit] = /^\s*([+-]?\d*\.?\d*)\s*([a-zA-Z]+)\s*$/.exec(text) ?? []
  const factor = unit === undefined ? undefined : millimetres[unit]
  if (factor === undefined) throw new ImportError(`看不懂的长度“${text}”`)
  return Number(value) * factor
}

function tracedAt(traced: Map<string, Traced>, key: string): Traced {
  const name = key.replace(/^\d+\/\d+:/, '')
  const known = traced.get(name)
  if (known) return known
  const box: Traced = { xs: [], ys: [], isOval: false, char: '' }
  traced.set(name, box)
  return box
}

/** The file counts from the bottom of the page. */
function placeTraced(page: AmcPage, traced: ReadonlyMap<string, Traced>): void {
  const boxOf = ({ xs, ys }: Traced) => ({
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: page.heightMm - Math.max(...ys),
    bottom: page.heightMm - Math.min(...ys),
  })
  const marks = corners.map((corner) => traced.get(`position${corner}`))
  if (marks.every((mark) => mark !== undefined)) {
    const boxes = marks.map(boxOf)
    page.marks = boxes.map((b) => ({ xMm: (b.left + b.right) / 2, yMm: (b.top + b.bottom) / 2 }))
    const spans = boxes.flatMap((b) => [b.right - b.left, b.bottom - b.top])
    page.markDiameterMm = spans.reduce((sum, span) => sum + span, 0) / spans.length
  }
  for (const [name, box] of traced) {
    const digit = /^chiffre:(\d+),(\d+)$/.exec(name)
    if (digit)
      page.digits.push({ ...boxOf(box), number: Number(digit[1]), digit: Number(digit[2]) })
    const zone = /^__zone:(.*):(.*)$/.exec(name)
    if (zone) {
      const isIdentity = zone[1]!.split(',').some((flag) => flag.trim() === 'id')
      page.zones.push({ ...boxOf(box), name: zone[2]!, isIdentity })
    }
    const answer = /^(case|casequestion|score|scorequestion|qtext|atext):(.*):(\d+),(-?\d+)$/.exec(
      name,
    )
    if (!answer || box.xs.length === 0 || box.ys.length === 0) continue
    page.boxes.push({
      ...boxOf(box),
      role: roles[answer[1]!]!,
      question: Number(answer[3]),
      answer: Number(answer[4]),
      isSkipped: false,
      isOval: box.isOval,
      char: box.char,
    })
  }
}
