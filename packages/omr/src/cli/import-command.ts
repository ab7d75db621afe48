import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { OmrTemplate } from '@hengjuan/domain'
import { createPageCodec } from '../codec/page-codec.ts'
import { importAmc } from '../importers/amc.ts'
import { readAmcDatabase } from '../importers/amc-database.ts'
import { parseAmcPositions } from '../importers/amc-positions.ts'
import { fitBubbles } from '../importers/fit-bubbles.ts'
import type { ImportedTemplate } from '../importers/imported-template.ts'
import { ImportError } from '../importers/imported-template.ts'
import { markerShape } from '../importers/marker-shape.ts'
import { importOmrChecker } from '../importers/omrchecker.ts'
import { TemplateError } from '../template/json-checker.ts'
import { loadTemplate } from '../template/load-template.ts'
import type { Command, CommandLine } from './arguments.ts'
import { UsageError } from './arguments.ts'
import { CommandError, faultOf } from './fault.ts'

/** Makes templates from other programs' descriptions of their sheets. */
export const importCommand: Command = {
  name: 'import',
  options: ['from', 'out', 'name', 'scan', 'width-mm', 'exam-no', 'copy'],
  help: `用法：
  npx pnpm omr import --from omrchecker template.json --out 模板.json [--scan 样张.jpg] [--width-mm 毫米] [--exam-no Roll]
  npx pnpm omr import --from amc layout.sqlite --out 模板.json [--copy 份号]
  npx pnpm omr import --from amc 文件.xy --out 模板.json [--copy 份号]

转换别的软件的模板。不能转换的内容逐条写到标准错误，请逐条核对；没有写出的都已转换。
转换后用 npx pnpm omr draw 对一张样张核对对准情况。

选项：
  --from 软件       omrchecker（template.json）或 amc（项目 data 目录里的 layout.sqlite，或 .xy 位置文件）
  --out 文件        写到哪里；不给则输出到屏幕
  --name 名称       模板名称，默认取文件名
  --scan 样张       OMRChecker：由一张扫描图量出填涂框的印刷大小和形状（按纸边定位的卡请务必给出）
  --width-mm 毫米   OMRChecker：纸宽，或左右定位点中心的距离
  --exam-no 名称    OMRChecker：customLabels 里哪一个是考号，默认按名称猜
  --copy 份号       AMC：导入第几份卷，默认第一份

退出码：0 转换完成，没有要核对的；1 转换完成，有要核对的警告；2 不能转换
`,
  run: runImport,
}

async function runImport(line: CommandLine): Promise<number> {
  const from = line.required('from', '来自哪个软件（omrchecker 或 amc）')
  const [file, ...others] = line.files
  if (!file || others.length > 0) throw new UsageError('请给出一个要转换的文件')
  const name = line.text('name') ?? basename(file, extname(file))
  const imported = await orSaid(file, async () => {
    if (from === 'omrchecker') return fromOmrChecker(file, name, line)
    if (from === 'amc') return fromAmc(file, name, line.positive('copy'))
    throw new UsageError(`--from 应为 omrchecker 或 amc，现在是 ${from}`)
  })
  const out = line.text('out')
  const json = `${JSON.stringify(imported.template, null, 2)}\n`
  if (out) await writeFile(out, json)
  else process.stdout.write(json)
  for (const warning of imported.warnings) process.stderr.write(`· ${warning}\n`)
  const { pages, id } = imported.template
  const fields = pages.reduce((sum, page) => sum + page.fields.length, 0)
  process.stderr.write(
    `模板 ${id}：${pages.length} 页，${fields} 个填涂项，${imported.warnings.length} 条要核对\n`,
  )
  return imported.warnings.length === 0 ? 0 : 1
}

/** What was imported, checked as any template is. */
async function orSaid(file: string, make: () => Promise<ImportedTemplate>) {
  try {
    const { template, warnings } = await make()
    return { template: loadTemplate(template), warnings }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const isKnown = error instanceof ImportError || error instanceof TemplateError
    const text = isKnown ? error.message : faultOf(error)
    throw new CommandError(`${file} 不能转换：${text}`)
  }
}

async function fromOmrChecker(
  file: string,
  name: string,
  line: CommandLine,
): Promise<ImportedTemplate> {
  const json = parseJson(await readFile(file, 'utf8'))
  const imported = importOmrChecker(json, {
    name,
    widthMm: line.size('width-mm'),
    examNo: line.text('exam-no'),
    marker: await markerBeside(file, json),
  })
  const scan = line.text('scan')
  if (!scan) return imported
  const gray = await createPageCodec().decodeGray(await readFile(scan))
  return { ...imported, warnings: [...imported.warnings, ...fit(imported.template, gray)] }
}

function fit(template: OmrTemplate, gray: Parameters<typeof fitBubbles>[0]): string[] {
  const said = fitBubbles(gray, template.pages[0]!)
  return said ?? ['样张上没有找到这一页的位置，填涂框的大小没有量出']
}

/** The marker's picture, which the template names, lies beside it. */
async function markerBeside(file: string, json: unknown) {
  const steps = (json as { preProcessors?: { name?: string; options?: Record<string, unknown> }[] })
    .preProcessors
  const options = steps?.find((step) => step.name === 'CropOnMarkers')?.options
  const named = options?.['relativePath'] ?? options?.['referenceImage']
  if (typeof named !== 'string') return null
  try {
    const bytes = await readFile(join(dirname(file), named))
    return markerShape(await createPageCodec().decodeGray(bytes))
  } catch {
    // The importer says that it was not found.
    return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ImportError('不是合法的 JSON', { cause })
  }
}

async function fromAmc(
  file: string,
  name: string,
  copy: number | undefined,
): Promise<ImportedTemplate> {
  const start = (await readFile(file)).subarray(0, 15).toString('latin1')
  const layout =
    start === 'SQLite format 3'
      ? await readAmcDatabase(file)
      : parseAmcPositions(await readFile(file, 'utf8'))
  return importAmc(layout, { name, copy })
}
