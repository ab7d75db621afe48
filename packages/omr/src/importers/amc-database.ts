import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { AmcLayout, AmcPage } from './amc-layout.ts'
import { ImportError } from './imported-template.ts'

const [dontScan, isOvalFlag, isIdentityFlag] = [0x1, 0x10, 0x1]
const severalRight = 2

/**
 * Reads `layout.sqlite` from the data folder of an Auto Multiple Choice project; which questions may have
 * several answers is taken from `scoring.sqlite` beside it, when it is there.
 *
 * @throws ImportError
 */
export async function readAmcDatabase(path: string): Promise<AmcLayout> {
  // Loaded when it is needed: Node before 22 has none, and nothing else here asks for it.
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = new Set(rows(db, 'select name from sqlite_master').map((row) => row['name']))
    if (!tables.has('layout_page') || !tables.has('layout_box')) {
      throw new ImportError('这不是 AMC 的 layout.sqlite：没有 layout_page 和 layout_box')
    }
    const questions = new Map(
      rows(db, 'select question, name from layout_question').map((r) => [
        number(r, 'question'),
        String(r['name']),
      ]),
    )
    const pages = rows(db, 'select * from layout_page order by student, page').map((row) =>
      readPage(db, row, tables.has('layout_zone') ? 'layout_zone' : 'layout_namefield'),
    )
    const variable = (name: string) =>
      tables.has('layout_variables')
        ? rows(db, 'select value from layout_variables where name = ?', name)[0]?.['value']
        : undefined
    return {
      pages,
      questions,
      several: await readSeveral(join(dirname(path), 'scoring.sqlite')),
      hasAnswerSheet: variable('build:ensemble') === 'yes',
      assigned: tables.has('layout_association')
        ? rows(db, 'select student from layout_association').length
        : 0,
    }
  } catch (error) {
    if (error instanceof ImportError || !(error instanceof Error)) throw error
    throw new ImportError(`打不开 AMC 的数据库：${error.message}`)
  } finally {
    db.close()
  }
}

type Row = Record<string, unknown>

const rows = (db: DatabaseSync, sql: string, ...values: (string | number)[]) =>
  db.prepare(sql).all(...values) as Row[]

const number = (row: Row, key: string) => Number(row[key] ?? 0)

const text = (row: Row, key: string) => {
  const value = row[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function readPage(db: DatabaseSync, row: Row, zoneTable: string): AmcPage {
  const [copy, page] = [number(row, 'student'), number(row, 'page')]
  const perMm = number(row, 'dpi') / 25.4
  const of = (table: string, order: string) =>
    rows(db, `select * from ${table} where student = ? and page = ? order by ${order}`, copy, page)
  const box = (r: Row) => ({
    left: number(r, 'xmin') / perMm,
    right: number(r, 'xmax') / perMm,
    top: number(r, 'ymin') / perMm,
    bottom: number(r, 'ymax') / perMm,
  })
  return {
    copy,
    page,
    checksum: number(row, 'checksum'),
    widthMm: number(row, 'width') / perMm,
    heightMm: number(row, 'height') / perMm,
    markDiameterMm: number(row, 'markdiameter') / perMm,
    marks: of('layout_mark', 'corner').map((r) => ({
      xMm: number(r, 'x') / perMm,
      yMm: number(r, 'y') / perMm,
    })),
    digits: of('layout_digit', 'numberid, digitid').map((r) => ({
      ...box(r),
      number: number(r, 'numberid'),
      digit: number(r, 'digitid'),
    })),
    boxes: of('layout_box', 'question, answer').map((r) => ({
      ...box(r),
      role: number(r, 'role'),
      question: number(r, 'question'),
      answer: number(r, 'answer'),
      isSkipped: (number(r, 'flags') & dontScan) !== 0,
      isOval: (number(r, 'flags') & isOvalFlag) !== 0,
      char: text(r, 'char') ?? '',
    })),
    zones: of(zoneTable, 'xmin').map((r) => ({
      ...box(r),
      name: text(r, 'zone') ?? '__n',
      // The older table holds name fields alone.
      isIdentity: r['flags'] === undefined || (number(r, 'flags') & isIdentityFlag) !== 0,
    })),
  }
}

async function readSeveral(path: string): Promise<Set<number> | null> {
  if (!existsSync(path)) return null
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const found = rows(
      db,
      'select distinct question from scoring_question where type = ?',
      severalRight,
    )
    return new Set(found.map((r) => number(r, 'question')))
  } catch {
    return null
  } finally {
    db.close()
  }
}
