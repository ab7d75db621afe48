import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import type { FieldExplanation } from '../bubbles/explanation.ts'
import type { Gray } from '../kernels/gray.ts'
import type { Reader } from '../reader/reader.ts'
import { createReader } from '../reader/reader.ts'
import type { Command, CommandLine } from './arguments.ts'
import { UsageError } from './arguments.ts'
import { drawExplanation } from './draw-explanation.ts'
import { explanationText } from './explanation-text.ts'
import { CommandError, faultOf } from './fault.ts'
import { PictureNames } from './picture-names.ts'
import type { PicturePage } from './picture-pages.ts'
import { picturePages } from './picture-pages.ts'
import { Progress } from './progress.ts'
import { readTemplateFile } from './template-file.ts'

/** Says why bubbles were read as they were. */
export const explainCommand: Command = {
  name: 'explain',
  options: ['template', 'field', 'bubble', 'page', 'out'],
  flags: ['json', 'all'],
  help: `用法：
  npx pnpm omr explain --template 模板.json [--field choice:12] [--bubble B] [--out 目录] 图片...

说明填涂项为什么这样判读：本处纸白、这张卡的空框与填涂水平、深浅、减去的框内印字、轮廓、格位偏移、
各项证据的分量、概率，以及由哪条规则决定。不指定填涂项时，说明每一个存疑的填涂项。

选项：
  --template 文件   答题卡模板
  --field 编号      只说明这个填涂项，如 choice:12、examNo
  --bubble 选项     只列出这个选项，如 B
  --all             说明全部填涂项
  --page 页码       已知图片是第几页时给出
  --out 目录        另存放大图：画出量取的范围、水平和数值
  --json            每个填涂项输出一行 JSON，不输出文字

退出码：0 说明的填涂项都不存疑；1 有存疑、拒识或打不开的；2 命令或模板有误
`,
  run: runExplain,
}

interface Wish {
  field: string | undefined
  bubble: string | undefined
  all: boolean
  json: boolean
  directory: string | undefined
}

async function runExplain(line: CommandLine): Promise<number> {
  const files = line.pictures()
  const page = line.positive('page')
  const wish: Wish = {
    field: line.text('field'),
    bubble: line.text('bubble'),
    all: line.has('all'),
    json: line.has('json'),
    directory: line.text('out'),
  }
  if (wish.field && wish.all) throw new UsageError('--field 和 --all 不能同时使用')
  const template = await readTemplateFile(line.required('template', '答题卡模板文件'))
  checkWish(wish, template)
  if (wish.directory) await mkdir(wish.directory, { recursive: true })
  const pages = await picturePages(files)
  const progress = new Progress(pages.length)
  const reader = createReader()
  const names = new PictureNames()
  let unclear = 0
  for (const picture of pages) {
    try {
      const seen = await look(reader, await picture.load(), template, page)
      unclear += (await explainPage(picture, seen, template, wish, names)) ? 0 : 1
      progress.step(null)
    } catch (error) {
      unclear++
      progress.step(`${picture.title}：${faultOf(error)}`)
    }
  }
  return unclear === 0 ? 0 : 1
}

/** A misspelt field would otherwise look like one without doubt. */
function checkWish({ field, bubble }: Wish, template: OmrTemplate): void {
  if (!field) return
  const known = template.pages.flatMap((p) => p.fields).find((f) => f.id === field)
  if (!known) throw new CommandError(`模板里没有填涂项“${field}”`)
  if (bubble && !known.bubbles.some((b) => b.value === bubble)) {
    throw new CommandError(`填涂项“${field}”没有选项“${bubble}”`)
  }
}

interface Seen {
  reading: PageReading
  gray: Gray
  explanations: FieldExplanation[]
}

async function look(
  reader: Reader,
  bytes: Uint8Array,
  template: OmrTemplate,
  page: number | undefined,
): Promise<Seen> {
  let explanations: FieldExplanation[] = []
  const explain = (fields: FieldExplanation[]) => {
    explanations = fields
  }
  const { reading, gray } = await reader.readPage(bytes, template, {
    explain,
    inkRatios: false,
    ...(page ? { page } : {}),
  })
  return { reading, gray, explanations }
}

/** @returns whether nothing that was explained is doubtful */
async function explainPage(
  picture: PicturePage,
  { reading, gray, explanations }: Seen,
  template: OmrTemplate,
  wish: Wish,
  names: PictureNames,
): Promise<boolean> {
  const page = template.pages.find((p) => p.page === reading.page)
  const title = `${picture.title}：${reading.page === null ? '未能定位' : `第 ${reading.page} 页`}`
  const { issues } = reading
  if (!page || reading.status === 'rejected') {
    const reasons = issues.map((i) => i.message).join('；')
    if (wish.json) print(JSON.stringify({ file: picture.file, status: reading.status, issues }))
    else print(`${title}，没有读取。${reasons}`)
    return false
  }
  const wanted = reading.fields.filter((f) =>
    wish.field ? f.id === wish.field : wish.all || f.doubtful,
  )
  if (!wish.json) print(`${title}，说明 ${wanted.length} 个填涂项`)
  for (const field of wanted) {
    const printed = page.fields.find((f) => f.id === field.id)
    const own = explanations.filter((e) => e.id === field.id)
    // Of an exam number, the digits in doubt; all of them where the doubt came from elsewhere.
    const doubted = wish.field || wish.all ? [] : own.filter((e) => e.doubtful)
    const shown = doubted.length > 0 ? doubted : own
    const parts = { field, explanations: shown, bubble: wish.bubble }
    if (wish.json) {
      const { filePage } = picture
      const place = filePage === null ? {} : { filePage }
      print(
        JSON.stringify({
          file: picture.file,
          ...place,
          page: page.page,
          field,
          explanations: shown,
        }),
      )
    } else print(explanationText(parts))
    if (!wish.directory || !printed) continue
    const path = join(wish.directory, names.nameFor(picture, field.id))
    await writeFile(path, await drawExplanation(gray, reading, printed, parts))
    if (!wish.json) print(`  放大图：${path}`)
  }
  return wanted.every((f) => !f.doubtful)
}

const print = (text: string) => process.stdout.write(`${text}\n`)
