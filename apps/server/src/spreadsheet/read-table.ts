import { fork } from 'node:child_process'
import { AppError, type ReadTable } from '@hengjuan/domain'
import type { ReaderMessage } from './reader.process.ts'
import { TABLE_LIMITS } from './table-limits.ts'

/** At once; further files wait for their turn. */
const READERS = 2

/**
 * Reads a foreign table (.xlsx, .xls, .csv, .tsv, pasted cells) as a person sees it on opening it.
 *
 * In a process of its own, with limits on bytes, rows, columns, cells, memory and time: a file that was made to cost
 * much, or that a parser fails at, ends that process and nobody else waits. A thread would take the server along when
 * its memory runs out.
 *
 * @throws AppError IMPORT_FILE_INVALID with the reason
 */
export async function readTable(
  bytes: Buffer,
  { milliseconds = TABLE_LIMITS.milliseconds }: { milliseconds?: number } = {},
): Promise<ReadTable> {
  if (bytes.length > TABLE_LIMITS.bytes)
    throw refused(
      `文件超过 ${TABLE_LIMITS.bytes / 2 ** 20} MB，请只保留要导入的工作表，另存后再选择`,
    )
  await turn()
  try {
    return await readAside(bytes, milliseconds)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

let running = 0
const waiting: (() => void)[] = []

async function turn(): Promise<void> {
  if (running >= READERS) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
}

const refused = (message: string): AppError =>
  new AppError('IMPORT_FILE_INVALID').withDetails([{ path: '文件', message }])

/** What a process needs to start; the settings of the server are none of its business. */
const INHERITED = ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']

function readAside(bytes: Buffer, milliseconds: number): Promise<ReadTable> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./reader.process.ts', import.meta.url), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${TABLE_LIMITS.heapMb}`],
      env: Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const fail = (error: AppError): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(error)
    }
    const timer = setTimeout(
      () => fail(refused('读取这个表格用时过长，请只保留要导入的工作表和列，另存后再选择')),
      milliseconds,
    )
    let table: ReadTable | null = null
    child.on('message', (raw) => {
      const message = raw as ReaderMessage
      if (message.kind === 'sheets') table = message.table
      else if (message.kind === 'rows') table?.sheets[message.sheet]?.rows.push(...message.rows)
      else if (message.kind === 'refused') fail(refused(message.sentence))
      else if (table) {
        clearTimeout(timer)
        resolve(table)
        child.kill('SIGKILL')
      }
    })
    child.once('error', (cause) => fail(new AppError('IMPORT_FILE_INVALID').withCause(cause)))
    child.once('exit', () => fail(refused('表格太大或已损坏，请在 Excel 或 WPS 中另存后再选择')))
    child.send(bytes)
  })
}
