// Writes one kind of file and tells how long that took and how much memory the process had; started by measure-files.ts.
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { renderDocument } from '@hengjuan/sheet'
import { randomOf } from './made-exam.ts'

export type FileKind = 'csv' | 'xlsx' | 'pdf'

export interface WrittenFile {
  /** Processor time of all threads, with what has to be loaded: what else the machine does is not in it. */
  ms: number
  /** Resident memory of the whole process at its highest, MB. */
  peakMb: number
}

const ROWS = 100_000
const COLUMNS = 30
const DOCUMENTS = 1500

const titles = Array.from({ length: COLUMNS }, (_, at) => `列${at + 1}`)

/** A student's line: number, name, class and scores. */
function* lines(): Generator<(string | number)[]> {
  const random = randomOf(1)
  for (let row = 0; row < ROWS; row++)
    yield [
      String(20_260_001 + row),
      `考生${row + 1}`,
      `第${1 + (row % 62)}中学`,
      `${1 + (row % 20)}班`,
      ...Array.from({ length: COLUMNS - 4 }, () => Math.floor(random() * 300) / 2),
    ]
}

function* csvPieces(): Generator<string> {
  yield `${titles.join(',')}\n`
  let piece = ''
  for (const line of lines()) {
    piece += `${line.join(',')}\n`
    if (piece.length < 65_536) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* sheetRows() {
  yield { cells: titles, style: 'head' as const }
  for (const cells of lines()) yield { cells }
}

const WRITE: Record<FileKind, (path: string) => Promise<void>> = {
  csv: (path) => pipeline(Readable.from(csvPieces()), createWriteStream(path)),
  // Of each kind only what it needs is loaded: that is memory, too.
  xlsx: async (path) => {
    const { writeXlsxFile } = await import('../../apps/server/src/spreadsheet/xlsx-writer.ts')
    const widths = titles.map(() => 10)
    const rows = sheetRows()
    await writeXlsxFile(path, [{ name: '成绩', widths, rows, frozenRows: 1, frozenColumns: 2 }])
  },
  pdf: async () => {
    const { renderDocument } = await import('@hengjuan/sheet')
    for (let at = 0; at < DOCUMENTS; at++) await renderDocument(documentOf(at))
  },
}

/** A student's report on one page. */
const documentOf = (at: number): Parameters<typeof renderDocument>[0] => ({
  title: `考生${at + 1} 成绩单`,
  footer: '期中考试 · 成绩版本 v1',
  parts: [
    { kind: 'heading', level: 1, text: `期中考试 考生${at + 1} 成绩单` },
    {
      kind: 'figures',
      figures: [
        { label: '总分', text: String(600 + (at % 100)) },
        { label: '班级名次', text: String(1 + (at % 50)) },
      ],
    },
    {
      kind: 'table',
      columns: ['学科', '得分', '满分', '班级均分', '年级均分', '等级'].map((title, column) => ({
        title,
        isNumeric: column > 0,
      })),
      rows: ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理'].map(
        (subject, place) => [subject, String(60 + ((at + place) % 60)), '150', '92.4', '90.1', 'B'],
      ),
    },
    { kind: 'text', text: '名次按总分由高到低，同分同名次。', isNote: true },
  ],
})

/** `maxRSS` would be that of the process which started this one, where that was larger. */
function highestMb(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

const kind = process.argv[2] as FileKind
const folder = await mkdtemp(join(tmpdir(), 'hengjuan-bench-file-'))
try {
  const before = process.cpuUsage()
  await WRITE[kind](join(folder, `file.${kind}`))
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000
  process.send?.({ ms, peakMb: highestMb() } satisfies WrittenFile)
} finally {
  await rm(folder, { recursive: true, force: true })
  process.disconnect()
}
