import { open, readFile } from 'node:fs/promises'
import { once } from 'node:events'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { createReaderPool } from '../reader/reader-pool.ts'
import type { ReadCommand } from './arguments.ts'
import { faultOf } from './fault.ts'
import { Progress } from './progress.ts'

/** Reads all files, one JSON line each in the order given; returns the exit code. */
export async function runRead(command: ReadCommand, template: OmrTemplate): Promise<number> {
  const target = command.outPath ? await open(command.outPath, 'w') : null
  const out = target ? target.createWriteStream() : process.stdout
  const pool = createReaderPool({ size: command.workers ?? undefined })
  const progress = new Progress(command.files.length)
  const counts = { ok: 0, doubtful: 0, rejected: 0, unreadable: 0 }
  const lines = new OrderedLines(out)
  try {
    const running = command.files.map(async (path, i) => {
      const line = await readOne(path)
      await lines.put(i, JSON.stringify(line))
    })
    await Promise.all(running)
  } finally {
    await pool.close()
    if (out !== process.stdout) {
      out.end()
      await once(out, 'finish')
    }
  }
  progress.done(
    `共 ${command.files.length} 页：正常 ${counts.ok}，存疑 ${counts.doubtful}，拒识 ${counts.rejected}，打不开 ${counts.unreadable}`,
  )
  return counts.ok === command.files.length ? 0 : 1

  async function readOne(file: string): Promise<object> {
    try {
      const { reading } = await pool.read({
        bytes: () => readFile(file),
        template,
        options: { crops: false, thumbnailPx: 0, ...(command.page ? { page: command.page } : {}) },
      })
      counts[reading.status]++
      progress.step(noteOf(file, reading))
      return { file, ...reading }
    } catch (error) {
      const message = faultOf(error)
      counts.unreadable++
      progress.step(`${file}：${message}`)
      return { file, error: message }
    }
  }
}

function noteOf(file: string, reading: PageReading): string | null {
  if (reading.status === 'ok') return null
  if (reading.status === 'rejected') {
    return `${file}：${reading.issues
      .filter((i) => i.blocking)
      .map((i) => i.message)
      .join('；')}`
  }
  const doubts = reading.fields.filter((f) => f.doubtful)
  const shown = doubts.slice(0, 3).map((f) => `${f.id} ${f.reason}`)
  const more = doubts.length > 3 ? `；等 ${doubts.length} 处` : ''
  return `${file}：${shown.join('；')}${more}`
}

/** Writes lines in the order of the input though they are finished in another. */
class OrderedLines {
  private readonly out: NodeJS.WritableStream
  private readonly early = new Map<number, string>()
  private next = 0

  constructor(out: NodeJS.WritableStream) {
    this.out = out
  }

  async put(index: number, line: string): Promise<void> {
    this.early.set(index, line)
    for (let ready = this.early.get(this.next); ready !== undefined;) {
      this.early.delete(this.next++)
      if (!this.out.write(`${ready}\n`)) await once(this.out, 'drain')
      ready = this.early.get(this.next)
    }
  }
}
