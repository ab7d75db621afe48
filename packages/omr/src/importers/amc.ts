import type {
  BubbleField,
  CropRegion,
  PageCode,
  TemplateAnchor,
  TemplatePage,
} from '@hengjuan/domain'
import type { AmcBox, AmcLayout, AmcPage } from './amc-layout.ts'
import { answerRole } from './amc-layout.ts'
import type { ImportedTemplate } from './imported-template.ts'
import { ImportError } from './imported-template.ts'

export interface AmcOptions {
  name: string
  /** Which copy; the first one otherwise. */
  copy?: number | undefined
}

/** A digit of a code that AMC's sheets let candidates tick: `student.number[6]`, older `student.number.6`. */
const codeDigit = /^(.*?)(?:\[(\d+)\]|\.(\d+))$/

/**
 * Makes a template of one copy of an Auto Multiple Choice subject.
 *
 * Every copy has its own order of questions and answers, so each is a template of its own; its bits tell
 * it from the others.
 *
 * @throws ImportError
 */
export function importAmc(layout: AmcLayout, options: AmcOptions): ImportedTemplate {
  const copies = [...new Set(layout.pages.map((p) => p.copy))].sort((a, b) => a - b)
  const copy = options.copy ?? copies[0]!
  if (!copies.includes(copy)) {
    throw new ImportError(`没有第 ${copy} 份，文件里有：${copies.slice(0, 20).join('、')}`)
  }
  const warnings: string[] = []
  const own = layout.pages.filter((p) => p.copy === copy)
  const pages = own.flatMap((page) => {
    const answers = page.boxes.filter((b) => b.role === answerRole && !b.isSkipped)
    if (answers.length > 0 && page.marks.length === 4) return importPage(page, layout, warnings)
    const reason = page.marks.length === 4 ? '没有要识别的作答框' : '没有定位圆点'
    warnings.push(`第 ${page.page} 页${reason}，没有导入：扫描到这一页会被拒识`)
    return []
  })
  if (pages.length === 0) throw new ImportError(`第 ${copy} 份没有任何作答框`)
  sayWhatIsLeft(own, copies, copy, layout, warnings)
  const id = copies.length > 1 ? `${options.name}-${copy}` : options.name
  return {
    template: { format: 'hengjuan-omr-template', version: 1, id, name: options.name, pages },
    warnings,
  }
}

function importPage(page: AmcPage, layout: AmcLayout, warnings: string[]): TemplatePage {
  const size = round(page.markDiameterMm)
  const anchors = page.marks.map(({ xMm, yMm }, i): TemplateAnchor => ({
    id: ['TL', 'TR', 'BR', 'BL'][i]!,
    kind: 'disc',
    role: 'corner',
    xMm: round(xMm),
    yMm: round(yMm),
    widthMm: size,
    heightMm: size,
  }))
  const names = page.zones.filter((zone) => zone.isIdentity)
  for (const zone of page.zones) {
    if (!zone.isIdentity) warnings.push(`第 ${page.page} 页的区域“${zone.name}”没有导入`)
  }
  return {
    page: page.page,
    widthMm: round(page.widthMm),
    heightMm: round(page.heightMm),
    anchors,
    pageCode: codeOf(page, warnings),
    barcodes: [],
    fields: fieldsOf(page, layout, warnings),
    regions: names.map((zone, i): CropRegion => ({
      id: `name:${page.page}:${i}`,
      purpose: 'name',
      blockKey: null,
      part: i,
      framed: false,
      xMm: round(zone.left),
      yMm: round(zone.top),
      widthMm: round(zone.right - zone.left),
      heightMm: round(zone.bottom - zone.top),
    })),
  }
}

/** The rows of little squares at the top: copy, page and checksum in binary. */
function codeOf(page: AmcPage, warnings: string[]): PageCode | null {
  const values: Record<number, number> = { 1: page.copy, 2: page.page, 3: page.checksum }
  const digits = [...page.digits].sort((a, b) => a.number - b.number || a.digit - b.digit)
  if (digits.length === 0) {
    warnings.push(`第 ${page.page} 页没有二进制编号，无法区分各页各份`)
    return null
  }
  const bits = digits.map(({ number, digit }) => {
    const count = digits.filter((d) => d.number === number).length
    return String(((values[number] ?? 0) >> (count - digit)) & 1)
  })
  return { cells: digits.map(centreBox), bits: bits.join('') }
}

function fieldsOf(page: AmcPage, layout: AmcLayout, warnings: string[]): BubbleField[] {
  const answers = page.boxes.filter((b) => b.role === answerRole && !b.isSkipped)
  const byQuestion = Map.groupBy(answers, (box) => box.question)
  const codes = new Map<string, { place: number; boxes: typeof answers }[]>()
  const fields: BubbleField[] = []
  for (const [question, boxes] of byQuestion) {
    const name = layout.questions.get(question) ?? String(question)
    const [, code, place, oldPlace] = codeDigit.exec(name) ?? []
    if (code !== undefined && boxes.every((b) => /^[0-9A-Za-z]$/.test(b.char))) {
      const digits = codes.get(code) ?? []
      digits.push({ place: Number(place ?? oldPlace), boxes })
      codes.set(code, digits)
    } else fields.push(questionField(question, name, boxes, layout))
  }
  const numbers = [...codes].map(([code, digits], i) => {
    const id = i === 0 ? 'examNo' : `examNo:${code}`
    if (i > 0) warnings.push(`除考号外还有编码“${code}”，按 ${id} 导入，请确认用途`)
    else warnings.push(`编码“${code}”作为考号导入，共 ${digits.length} 位`)
    return codeField(id, digits)
  })
  return [...numbers, ...fields]
}

type Answers = AmcPage['boxes']

function questionField(
  question: number,
  name: string,
  boxes: Answers,
  layout: AmcLayout,
): BubbleField {
  const isRow = spread(boxes, 'left') >= spread(boxes, 'top')
  const ordered = [...boxes].sort((a, b) => (isRow ? a.left - b.left : a.top - b.top))
  const chars = ordered.map((b) => b.char)
  const areNamed = chars.every((char, i) => char !== '' && chars.indexOf(char) === i)
  return {
    id: `choice:${name}`,
    kind: 'choice',
    direction: isRow ? 'horizontal' : 'vertical',
    multiple: layout.several?.has(question) ?? false,
    shape: ordered[0]!.isOval ? 'ellipse' : 'rect',
    outlined: true,
    group: `question-${question}`,
    bubbles: ordered.map((box, i) => ({
      value: areNamed ? box.char : letterOf(i),
      label: layout.hasAnswerSheet ? box.char : '',
      column: 0,
      ...centreBox(box),
    })),
  }
}

/** The first digit of a code has the highest place. */
function codeField(id: string, digits: { place: number; boxes: Answers }[]): BubbleField {
  const ordered = [...digits].sort(
    (a, b) => a.boxes[0]!.left - b.boxes[0]!.left || b.place - a.place,
  )
  return {
    id,
    kind: 'examNo',
    direction: 'vertical',
    multiple: false,
    shape: ordered[0]!.boxes[0]!.isOval ? 'ellipse' : 'rect',
    outlined: true,
    group: id,
    bubbles: ordered.flatMap(({ boxes }, column) =>
      boxes.map((box) => ({ value: box.char, label: box.char, column, ...centreBox(box) })),
    ),
  }
}

const letterOf = (index: number) => String.fromCharCode(65 + index)

const spread = (boxes: readonly AmcBox[], edge: 'left' | 'top') => {
  const places = boxes.map((b) => b[edge])
  return Math.max(...places) - Math.min(...places)
}

const round = (value: number) => Math.round(value * 1000) / 1000

const centreBox = ({ left, top, right, bottom }: AmcBox) => ({
  xMm: round((left + right) / 2),
  yMm: round((top + bottom) / 2),
  widthMm: round(right - left),
  heightMm: round(bottom - top),
})

function sayWhatIsLeft(
  pages: readonly AmcPage[],
  copies: readonly number[],
  copy: number,
  layout: AmcLayout,
  warnings: string[],
): void {
  if (copies.length > 1) {
    warnings.push(
      `共有 ${copies.length} 份不同的卷（题序、选项次序各不相同），这里只导入第 ${copy} 份；其余请用 --copy 分别导入`,
    )
  }
  const skipped = pages.flatMap((p) => p.boxes).filter((b) => b.role === answerRole && b.isSkipped)
  if (skipped.length > 0) warnings.push(`${skipped.length} 个标为不扫描的框没有导入`)
  const scores = pages.flatMap((p) => p.boxes).filter((b) => b.role >= 100)
  if (scores.length > 0)
    warnings.push(`${scores.length} 处批注位置（得分、题文）没有导入：只用于 AMC 的批注`)
  if (layout.several) warnings.push('单选和多选按 scoring.sqlite 导入')
  else
    warnings.push(
      '没有 scoring.sqlite，分不清单选和多选：全部按单选导入，多选题请把 multiple 改为 true',
    )
  if (layout.assigned > 0) warnings.push(`${layout.assigned} 份卷预先指定了考生，这些指定没有导入`)
  warnings.push(
    '选项按卷面印的字母（没有印的按次序 A、B、C……）记；AMC 的答案编号、评分规则没有导入',
  )
}
