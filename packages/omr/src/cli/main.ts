import type { Command } from './arguments.ts'
import { CommandLine, UsageError } from './arguments.ts'
import { benchCommand } from './bench-command.ts'
import { calibrateCommand } from './calibrate-command.ts'
import { drawCommand } from './draw-command.ts'
import { explainCommand } from './explain-command.ts'
import { faultOf } from './fault.ts'
import { importCommand } from './import-command.ts'
import { readCommand } from './read-command.ts'
import { CommandError } from './template-file.ts'

const commands: Command[] = [
  readCommand,
  drawCommand,
  explainCommand,
  calibrateCommand,
  importCommand,
  benchCommand,
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
  const command = commands.find((c) => c.name === name)
  if (!name || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(overview)
    return 0
  }
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
