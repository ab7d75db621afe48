import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type Database, isPostgres } from '@hengjuan/db'
import { sql } from 'kysely'

/** The database is damaged, or a part of it is gone. */
export class DamagedDatabaseError extends Error {}

const RESTORE =
  '请保留数据文件夹里现有的全部文件，不要删除，从最近的备份恢复整个数据文件夹后重新启动。'

/** Beside the database, while a server works with it: what it had written that the file itself lacked. */
const markOf = (file: string): string => `${file}.open`

/**
 * Does a SQLite database have all that was written to it? Asked before it is opened: opening makes a new log where one
 * is missing, and the marks in the lost one are gone without a trace.
 *
 * @throws DamagedDatabaseError
 */
export async function assertLogKept(file: string): Promise<void> {
  if (isAddress(file) || !existsSync(markOf(file))) return
  const said = await readFile(markOf(file), 'utf8').catch(() => '')
  if (said === 'log' && !existsSync(`${file}-wal`))
    throw new DamagedDatabaseError(
      `${file}-wal 不见了：服务上次没有正常停止，最近提交的成绩还在这个文件里，它被删除或没有一起复制。请把 ${file}-wal 放回原处；找不到的，${RESTORE}上次停止之后用别的工具打开过这个数据库的，成绩已经并入，删除 ${markOf(file)} 后重新启动。`,
    )
  if (!existsSync(file)) throw new DamagedDatabaseError(`数据库 ${file} 不见了。${RESTORE}`)
}

/**
 * Reads the whole of a SQLite database for pages that are damaged.
 *
 * @throws DamagedDatabaseError
 */
export async function assertSound(db: Database, file: string): Promise<void> {
  if (isPostgres(db)) return
  const found = await sql<{ quick_check: string }>`pragma quick_check(5)`
    .execute(db)
    .then(({ rows }) => rows.map(({ quick_check }) => quick_check))
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
        return [error.message]
      throw error
    })
  if (found[0] !== 'ok')
    throw new DamagedDatabaseError(
      `数据库 ${file} 已损坏，为免损失扩大没有启动。${RESTORE}（${found.slice(0, 2).join('；')}）`,
    )
}

/** Notes that a server works with the database, whose log holds what the file lacks. */
export async function noteOpen(file: string): Promise<void> {
  await note(file, 'log')
}

/**
 * Notes that the database is being closed. Whichever connection closes last takes the log with it, a thread's after the
 * server has looked: a log that is missing from here on is in the file.
 */
export async function noteClosing(file: string): Promise<void> {
  await note(file, 'closing')
}

async function note(file: string, said: 'log' | 'closing'): Promise<void> {
  if (isAddress(file)) return
  const mark = markOf(file)
  await writeFile(`${mark}.new`, said)
  await rename(`${mark}.new`, mark)
}

/** Takes the note back once the database is closed, and the log with it. */
export async function forgetOpen(file: string): Promise<void> {
  if (!isAddress(file) && !existsSync(`${file}-wal`)) await rm(markOf(file), { force: true })
}

const isAddress = (file: string): boolean => /^postgres(ql)?:/.test(file)
