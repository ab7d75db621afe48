import type { ReplyOf, reportBook } from '@hengjuan/contracts'
import { figureText, formatPercent } from '@hengjuan/domain'
import type { DocumentPart, ReportDocument } from '@hengjuan/sheet'
import type { Services } from '../../../services.ts'
import type { CutAnswer } from '../../quality/index.ts'
import { MOST_PICTURES, pictureOf, TOO_MANY_PICTURES } from './pictures.ts'
import { writtenIn } from './written.ts'

type Book = ReplyOf<typeof reportBook>
type Row = Book['list'][number]

/** Crops are 200 dpi; wider ones are drawn as wide as the sheet. */
const MM_PER_PIXEL = 25.4 / 200
const WIDEST_MM = 180
/** A whole page is no answer to look at beside others. */
const HIGHEST_MM = 120

/**
 * The book on paper: each student begins a sheet; of each question what was written, what it got, the key, how the class
 * did, and a line for the cause.
 *
 * @param on with pictures, of this subject; null without
 * @source reports P19; domain rules 18.4
 */
export async function bookDocument(
  services: Services,
  book: Book,
  on: { subjectId: number } | null,
  signal: AbortSignal,
): Promise<ReportDocument> {
  const { footer, list } = book
  const people = [...Map.groupBy(list, ({ candidate_id }) => candidate_id).values()]
  const written: (row: Row) => readonly CutAnswer[] = on
    ? await writtenIn(services, list, on.subjectId)
    : () => []
  const title = `${footer.exam_name} ${footer.subject_name} 错题本`
  const parts: DocumentPart[] = []
  let pictures = 0
  for (const rows of people) {
    signal.throwIfAborted()
    const [first] = rows
    if (!first) continue
    if (parts.length > 0) parts.push({ kind: 'pageBreak' })
    parts.push(
      { kind: 'heading', level: 1, text: `${first.student_name}　${first.class_name}` },
      {
        kind: 'text',
        isNote: true,
        text: `${title} · 考号 ${first.exam_no} · 共 ${rows.length} 题 · 主观题得分率低于 ${book.threshold}%`,
      },
    )
    for (const row of rows) {
      parts.push(
        {
          kind: 'heading',
          level: 2,
          text: titleOf(book, row),
        },
        { kind: 'text', text: wordsOf(row) },
      )
      for (const answer of written(row)) {
        const room = MOST_PICTURES - pictures
        const drawn = await picturesOf(services, answer.images.slice(0, Math.max(0, room)))
        pictures += drawn.length
        parts.push(...drawn)
      }
      parts.push({ kind: 'text', text: `错因：${'＿'.repeat(36)}` })
    }
  }
  if (pictures >= MOST_PICTURES)
    parts.push({
      kind: 'text',
      text: TOO_MANY_PICTURES,
    })
  return {
    title,
    footer: `${footer.exam_name} · 成绩版本 v${footer.version} · 内部资料，不得公开张贴或转发群组`,
    parts,
  }
}

const titleOf = ({ exams }: Book, row: Row): string =>
  [
    ...(exams.length > 1 ? [row.exam_name] : []),
    `第 ${row.no} 题`,
    row.type_name,
    ...row.points,
  ].join('　')

function wordsOf(row: Row): string {
  const { num, den } = row.class_rate
  return [
    `得分 ${row.blank ? '未答' : figureText(row.score_milli, 'milli')} / ${figureText(row.full_milli, 'milli')}`,
    ...(row.letters ? [`所选 ${row.letters}`] : []),
    ...(row.key ? [`答案 ${row.key}`] : []),
    ...(den > 0 ? [`班级得分率 ${formatPercent(num, den)}`] : []),
    ...(row.common ? ['班级共性错题'] : []),
  ].join('　')
}

/** As JPEG, whatever they were stored as; one that is gone leaves its place. */
async function picturesOf(
  services: Services,
  images: CutAnswer['images'],
): Promise<DocumentPart[]> {
  const parts: DocumentPart[] = []
  for (const { hash, width_px, height_px } of images) {
    const bytes = await pictureOf(services, hash)
    if (!bytes) {
      parts.push({ kind: 'text', isNote: true, text: '（作答图像不在了）' })
      continue
    }
    const scale = Math.min(
      1,
      WIDEST_MM / (width_px * MM_PER_PIXEL),
      HIGHEST_MM / (height_px * MM_PER_PIXEL),
    )
    parts.push({
      kind: 'image',
      dataUrl: `data:image/jpeg;base64,${bytes.toString('base64')}`,
      widthMm: width_px * MM_PER_PIXEL * scale,
      heightMm: height_px * MM_PER_PIXEL * scale,
    })
  }
  return parts
}
