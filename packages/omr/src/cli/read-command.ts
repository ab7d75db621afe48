import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { PageReading } from '@hengjuan/domain'
import { createReaderPool } from '../reader/reader-pool.ts'
import type { Command, CommandLine } from './arguments.ts'
import { faultOf } from './fault.ts'
import type { PicturePage } from './picture-pages.ts'
import { picturePages } from './picture-pages.ts'
import { Progress } from './progress.ts'
import { readTemplateFile } from './template-file.ts'

/** Reads all pages, one JSON line each in the order given. */
export const readCommand: Command = {
  name: 'read',
  options: ['template', 'out', 'page', 'workers'],
  help: `用法：
  npx pnpm omr read --template 模板.json [--out 结果.jsonl] [--page 页码] [--workers 数量] 图片...

识别图片，每页输出一行 JSON（结构见 docs/omr-template.md“识别结果”）。
多页 TIFF 的每一页各输出一行，用 filePage（从 1 起）区分。进度和存疑原因写到标准错误。
坏文件只影响自己：输出 {"file", "error"}，其余照常处理。

选项：
  --template 文件   答题卡模板，格式见 docs/omr-template.md
  --out 文件        结果写到文件；不给则输出到屏幕
  --page 页码       已知图片都是第几页时给出；不给则自动判断
  --workers 数量    使用的线程数，默认等于处理器核数

退出码：0 全部识别，没有存疑；1 处理完毕，但有存疑、拒识或打不开的页；2 命令或模板有误，或结果写不了
`,
  run: runRead,
}

async function runRead(line: CommandLine): Promise<number> {
  const files = line.pictures()
  const page = line.positive('page')
  const size = line.positive('workers')
  const template = await readTemplateFile(line.required('template', '答题卡模板文件'))
  const outPath = line.text('out')
  const target = outPath ? await open(outPath, 'w') : null
  const out = target ? target.createWriteStream() : process.stdout
  const pages = await picturePages(files)
  const pool = createReaderPool({ size })
  const progress = new Progress(pages.length)
  const counts = { ok: 0, doubtful: 0, rejected: 0, unreadable: 0 }
  const lines = new OrderedLines(out)
  try {
    await Promise.all(
      pages.map(async (picture, i) => lines.put(i, JSON.stringify(await readOne(picture)))),
    )
  } finally {
    await pool.close()
    if (out !== process.stdout) {
      out.end()
      await once(out, 'finish')
    }
  }
  progress.done(
    `共 ${pages.length} 页：正常 ${counts.ok}，存疑 ${counts.doubtful}，拒识 ${counts.rejected}，打不开 ${counts.unreadable}`,
  )
  return counts.ok === pages.length ? 0 : 1

  async function readOne({ file, filePage, title, load }: PicturePage): Promise<object> {
    const named = filePage === null ? { file } : { file, filePage }
    try {
      const { reading } = await pool.read({
        bytes: load,
        template,
        options: { crops: false, thumbnailPx: 0, ...(page ? { page } : {}) },
      })
      counts[reading.status]++
      progress.step(noteOf(title, reading))
      return { ...named, ...reading }
    } catch (error) {
      const message = faultOf(error)
      counts.unreadable++
      progress.step(`${title}：${message}`)
      return { ...named, error: message }
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
