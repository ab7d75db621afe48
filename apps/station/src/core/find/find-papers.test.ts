import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertBatch } from '../store/batch.store.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { insertSheet } from '../store/sheet.store.ts'
import { findPapers } from './find-papers.ts'

let folder: string
let db: Store

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'find-papers-'))
  db = openStore(folder, Buffer.alloc(32))
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const MATHS = '01JQZX4T8N5W6V7Y2AB7K3M9QZ'
const ENGLISH = '01JQZX4T8N5W6V7Y2AC8N4P0RT'

function fill(): void {
  for (const [id, label] of [
    [MATHS, '数学 1 号袋'],
    [ENGLISH, '英语 1 号袋'],
  ] as const) {
    const subject_name = label.slice(0, 2)
    const facts = { exam_id: 1, subject_id: 1, exam_name: '期中', folder: '', template_sha256: '' }
    insertBatch(db, { id, label, subject_name, ...facts, opened_at: '2026-11-20T01:00:00.000Z' })
  }
  const sheets = [
    [MATHS, 1, '20260101', '陈思远'],
    [MATHS, 2, null, null],
    [MATHS, 3, '20260103', '欧阳思'],
    [ENGLISH, 1, '20260101', '陈思远'],
  ] as const
  for (const [batch_id, seq, exam_no, candidate_name] of sheets)
    insertSheet(
      db,
      {
        id: `${batch_id.slice(0, 25)}${seq}`,
        batch_id,
        seq,
        scanned_at: '2026-11-20T01:00:00.000Z',
        exam_no,
        candidate_name,
        findings: [],
      },
      { sha256: '', bytes: 1 },
    )
}

const places = (text: string): string[] =>
  findPapers(db, text).list.map(({ batch_label, seq }) => `${batch_label} ${seq}`)

test.each([
  ['an exam number finds the paper in every stack', '20260101', ['英语 1 号袋 1', '数学 1 号袋 1']],
  ['part of a number is enough', '0103', ['数学 1 号袋 3']],
  ['a name, or part of one', ' 思 ', ['英语 1 号袋 1', '数学 1 号袋 1', '数学 1 号袋 3']],
  [
    'a batch code finds the whole stack in its order',
    'b7k3-m9qz',
    ['数学 1 号袋 1', '数学 1 号袋 2', '数学 1 号袋 3'],
  ],
  [
    'the beginning of a code, without the dash',
    'B7K3',
    ['数学 1 号袋 1', '数学 1 号袋 2', '数学 1 号袋 3'],
  ],
  ['a number in full width', '２０２６ ０１０３', ['数学 1 号袋 3']],
  ['a code in full width', 'Ｂ７Ｋ３', ['数学 1 号袋 1', '数学 1 号袋 2', '数学 1 号袋 3']],
  ['too little of a code means nothing', 'B7K', []],
  ['nothing typed finds nothing', '  ', []],
])('%s', (_, text, expected) => {
  fill()
  expect(places(text)).toEqual(expected)
})
