import { readFile } from 'node:fs/promises'
import { loadTemplate } from '../template/load-template.ts'
import { TemplateError } from '../template/json-checker.ts'
import type { Command } from './arguments.ts'
import { helpText, parseArguments, UsageError } from './arguments.ts'
import { runDraw } from './draw-command.ts'
import { faultOf } from './fault.ts'
import { runRead } from './read-command.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(argv: string[]): Promise<number> {
  let command: Command
  try {
    command = parseArguments(argv)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${helpText}`)
    return 2
  }
  if (command.kind === 'help') {
    process.stdout.write(helpText)
    return 0
  }
  const template = await readTemplate(command.templatePath)
  if (!template) return 2
  try {
    return await (command.kind === 'read' ? runRead(command, template) : runDraw(command, template))
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    process.stderr.write(`输出写不了：${faultOf(error)}\n`)
    return 2
  }
}

async function readTemplate(path: string) {
  try {
    return loadTemplate(await readFile(path, 'utf8'))
  } catch (error) {
    const text = error instanceof TemplateError ? error.message : faultOf(error)
    process.stderr.write(`模板 ${path}：${text}\n`)
    return null
  }
}
