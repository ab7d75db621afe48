import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { OmrTemplate } from '@hengjuan/domain'
import { modelWeights } from '../bubbles/model-weights.ts'
import type { FieldExplanation } from '../bubbles/explanation.ts'
import { fitWeights } from '../calibration/fit-weights.ts'
import { optionForecasts, optionLoss } from '../calibration/judgement.ts'
import { isRight, labelFields } from '../calibration/labelled-field.ts'
import { reforecast } from '../calibration/reforecast.ts'
import { parseTruth } from '../calibration/truth-file.ts'
import { createReader } from '../reader/reader.ts'
import type { Command } from './arguments.ts'
import type { ScannedField } from './calibrate-report.ts'
import { calibrationReport, leastFields } from './calibrate-report.ts'
import { faultOf } from './fault.ts'
import { Progress } from './progress.ts'
import { readTemplateFile } from './template-file.ts'

/** Holds readings of the user's own scans against what people say about them. */
export const calibrateCommand: Command = {
  name: 'calibrate',
  options: ['template', 'truth', 'page'],
  help: `用法：
  npx pnpm omr calibrate --template 模板.json --truth 标注目录 [--page 页码] 图片...

读取有标注的扫描件，报告读对与否、把握度的可靠性、不同复核阈值的效果，并试着重新拟合权重。
图片 0001-1.jpg 的标注是标注目录里的 0001-1.truth.json 或 0001-1.json。

选项：
  --template 文件   答题卡模板
  --truth 目录      标注文件所在目录
  --page 页码       已知图片都是第几页时给出

退出码：0 没有直接采用而读错的字段；1 有，或有页没有读成；2 命令或模板有误
`,
  run: async (line) => {
    const files = line.pictures()
    const page = line.positive('page')
    const truthDirectory = line.required('truth', '标注目录')
    const template = await readTemplateFile(line.required('template', '答题卡模板文件'))
    return runCalibrate({ truthDirectory, page, files }, template)
  },
}

interface CalibrateCommand {
  truthDirectory: string
  page: number | undefined
  files: readonly string[]
}

/** Reads labelled scans and says what the readings are worth; returns the exit code. */
async function runCalibrate(command: CalibrateCommand, template: OmrTemplate): Promise<number> {
  const folder = await stat(command.truthDirectory).catch(() => null)
  if (!folder?.isDirectory()) {
    process.stderr.write(`标注目录 ${command.truthDirectory} 不存在\n`)
    return 2
  }
  const reader = createReader()
  const progress = new Progress(command.files.length)
  const fields: ScannedField[] = []
  let pages = 0
  for (const file of command.files) {
    try {
      const truth = parseTruth(await readFile(truthPathOf(command.truthDirectory, file), 'utf8'))
      let explained: FieldExplanation[] | null = null
      const { reading } = await reader.readPage(await readFile(file), template, {
        ...(command.page ? { page: command.page } : {}),
        inkRatios: false,
        explain: (list) => void (explained = list),
      })
      const page = template.pages.find((p) => p.page === reading.page)
      if (!explained || !page) {
        progress.step(`${file}：拒识，${reading.issues.map((i) => i.message).join('；')}`)
        continue
      }
      pages++
      fields.push(...labelFields(explained, page, truth).map((field) => ({ ...field, file })))
      progress.step(null)
    } catch (error) {
      progress.step(`${file}：${faultOf(error)}`)
    }
  }
  progress.done(`读完 ${pages} 页，共 ${command.files.length} 页`)
  const lines = [...calibrationReport(fields, pages), '', ...weightsAdvice(fields)]
  process.stdout.write(`${lines.join('\n')}\n`)
  const isSilent = fields.some((field) => !field.explained.doubtful && !isRight(field))
  return isSilent || pages < command.files.length ? 1 : 0
}

/** `0001-1.jpg` has its truth in `0001-1.json`, or `0001-1.truth.json`. */
function truthPathOf(directory: string, file: string): string {
  const name = basename(file, extname(file))
  const path = join(directory, `${name}.truth.json`)
  return existsSync(path) ? path : join(directory, `${name}.json`)
}

/** Smaller gains than this share of the loss are chance. */
const worthwhile = 0.1

/** Fits the weights to one half of the files, tries them on the other, and says whether they are better. */
function weightsAdvice(fields: readonly ScannedField[]): string[] {
  const files = [...new Set(fields.map((field) => field.file))]
  if (fields.length < leastFields || files.length < 4) {
    return ['标注太少，不重新拟合权重。']
  }
  const isFirst = (field: ScannedField) => files.indexOf(field.file) % 2 === 0
  const [first, second] = [fields.filter(isFirst), fields.filter((field) => !isFirst(field))]
  const fitted = fitWeights(first, modelWeights.surest)
  const before = optionLoss(optionForecasts(second))
  const after = optionLoss(reforecast(second, fitted))
  const shown = `交叉验证的平均对数损失：现用 ${before.toFixed(5)}，用这些扫描件拟合 ${after.toFixed(5)}。`
  if (after > before * (1 - worthwhile)) return [shown, '现用权重不差于重新拟合的，不必更换。']
  const weights = fitWeights(fields, modelWeights.surest)
  const rows = Object.entries(weights).map(([name, weight]) => `  ${name}: ${weight.toFixed(3)},`)
  return [shown, '这些扫描件与现用数据明显不同，可在 bubbles/model-weights.ts 换成：', ...rows]
}
