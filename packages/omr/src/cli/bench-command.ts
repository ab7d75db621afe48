import { median } from '../kernels/averages.ts'
import type { OmrTemplate } from '@hengjuan/domain'
import { readFile } from 'node:fs/promises'
import { createPageCodec } from '../codec/page-codec.ts'
import { cropRegions } from '../crops/crop-regions.ts'
import { createReader } from '../reader/reader.ts'
import type { Command, CommandLine } from './arguments.ts'
import { faultOf } from './fault.ts'
import { Progress } from './progress.ts'
import { readTemplateFile } from './template-file.ts'

/** Measures how fast the user's own scans are read. */
export const benchCommand: Command = {
  name: 'bench',
  options: ['template', 'rounds'],
  help: `用法：
  npx pnpm omr bench --template 模板.json [--rounds 次数] 图片...

在一个线程上量每页的处理器时间：解码、识别、识别加切图，每页输出一行 JSON：毫秒数，和它是同一次
运行中解码同一文件所用时间的几倍。机器快慢和其他程序的影响在倍数里互相抵消。
引擎自带材料上的测量用 npx pnpm bench omr。

选项：
  --template 文件   答题卡模板
  --rounds 次数     每项量几次取中位数，默认 15

退出码：0 完成；1 有打不开的文件；2 命令或模板有误
`,
  run: runBench,
}

const usualRounds = 15
/** The compiler needs some rounds before it has settled. */
const warmUp = 3

async function runBench(line: CommandLine): Promise<number> {
  const files = line.pictures()
  const rounds = line.positive('rounds') ?? usualRounds
  const template = await readTemplateFile(line.required('template', '答题卡模板文件'))
  const progress = new Progress(files.length)
  let failed = 0
  for (const file of files) {
    try {
      const figures = await measureFile(await readFile(file), template, rounds)
      process.stdout.write(`${JSON.stringify({ file, ...figures })}\n`)
      progress.step(null)
    } catch (error) {
      failed++
      progress.step(`${file}：${faultOf(error)}`)
    }
  }
  return failed === 0 ? 0 : 1
}

async function measureFile(bytes: Uint8Array, template: OmrTemplate, rounds: number) {
  const codec = createPageCodec()
  const reader = createReader({ codec })
  const { reading, gray } = await reader.readPage(bytes, template)
  const page = template.pages.find((p) => p.page === reading.page)
  const buffer = new Uint8Array(gray.width * gray.height)
  const stages = {
    decode: async () => codec.decodeGray(bytes, buffer),
    read: async () => reader.readPage(bytes, template),
    readAndCrop: async () => {
      const found = await reader.readPage(bytes, template)
      if (!page) return
      for (const crop of cropRegions(found.gray, page, found.reading)) {
        await codec.encodeJpeg(crop.gray)
      }
    },
  }
  const times = { decode: [], read: [], readAndCrop: [] } as Record<keyof typeof stages, number[]>
  for (let round = -warmUp; round < rounds; round++) {
    // One after another within each round, so that a busy moment of the machine hits all alike.
    for (const stage of ['decode', 'read', 'readAndCrop'] as const) {
      const before = process.cpuUsage()
      await stages[stage]()
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) times[stage].push((user + system) / 1000)
    }
  }
  const decode = median(times.decode)
  const figure = (stage: keyof typeof stages) => ({
    ms: round2(median(times[stage])),
    timesDecode: round2(median(times[stage]) / decode),
  })
  return {
    status: reading.status,
    megapixels: round2((gray.width * gray.height) / 1e6),
    decode: figure('decode'),
    read: figure('read'),
    readAndCrop: figure('readAndCrop'),
  }
}

const round2 = (value: number) => Math.round(value * 100) / 100
