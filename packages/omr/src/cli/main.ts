import type { Command } from './arguments.ts'
import { CommandLine, UsageError } from './arguments.ts'
import { CommandError, faultOf } from './fault.ts'

interface Offer {
  name: string
  /** What it does, Chinese, one line of the overview. */
  summary: string
  /** Only what is asked for: a command brings half the recogniser with it. */
  load: () => Promise<Command>
}

const commands: Offer[] = [
  {
    name: 'read',
    summary: '识别图片，每页输出一行 JSON',
    load: async () => (await import('./read-command.ts')).readCommand,
  },
  {
    name: 'draw',
    summary: '把识别结果画在图上（定位点、填涂框、题块、存疑原因），每页一个 PNG',
    load: async () => (await import('./draw-command.ts')).drawCommand,
  },
  {
    name: 'explain',
    summary: '说明每个填涂为什么这样判读，可附放大图',
    load: async () => (await import('./explain-command.ts')).explainCommand,
  },
  {
    name: 'calibrate',
    summary: '用有标注的扫描件检验把握度，看阈值和权重是否合适',
    load: async () => (await import('./calibrate-command.ts')).calibrateCommand,
  },
  {
    name: 'import',
    summary: '把 OMRChecker、Auto Multiple Choice 的模板转换过来',
    load: async () => (await import('./import-command.ts')).importCommand,
  },
  {
    name: 'bench',
    summary: '量一量自己的扫描件读得多快（以同一文件的 JPEG 解码为单位）',
    load: async () => (await import('./bench-command.ts')).benchCommand,
  },
]

const overview = `衡卷 答题卡识别

用法：
  npx pnpm omr <命令> [选项] 图片...
  npx pnpm omr <命令> --help

命令：
${commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

图片可以是 JPEG、PNG、TIFF（可多页）、WebP，按内容而不是扩展名识别。坏文件只影响自己，其余照常处理。

退出码：
  0  全部完成，没有存疑
  1  处理完毕，但有存疑、拒识或打不开的页，或有要人核对的警告
  2  命令写错、模板有误，或结果写不了
`

process.exitCode = await main(process.argv.slice(2))

async function main([name, ...words]: string[]): Promise<number> {
  const wantsHelp = words.includes('--help') || words.includes('-h')
  if (!name || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(overview)
    return 0
  }
  const command = await commands.find((offer) => offer.name === name)?.load()
  if (command && wantsHelp) {
    process.stdout.write(command.help)
    return 0
  }
  try {
    if (!command) {
      const known = commands.map((c) => c.name).join('、')
      throw new UsageError(`没有“${name}”这个命令，可用的是 ${known}`)
    }
    return await command.run(new CommandLine(words, command))
  } catch (error) {
    return report(error, command?.help ?? overview)
  }
}

function report(error: unknown, help: string): number {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${help}`)
  else if (error instanceof CommandError) process.stderr.write(`${error.message}\n`)
  else if (error instanceof Error && 'code' in error) {
    process.stderr.write(`输出写不了：${faultOf(error)}\n`)
  } else throw error
  return 2
}
