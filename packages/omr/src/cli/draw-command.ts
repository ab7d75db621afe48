import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { OmrTemplate } from '@hengjuan/domain'
import { createReader } from '../reader/reader.ts'
import type { DrawCommand } from './arguments.ts'
import { drawReading } from './draw-reading.ts'
import { faultOf } from './fault.ts'
import { Progress } from './progress.ts'

/** Draws each file's reading over the scan; returns the exit code. */
export async function runDraw(command: DrawCommand, template: OmrTemplate): Promise<number> {
  await mkdir(command.outDirectory, { recursive: true })
  const reader = createReader()
  const progress = new Progress(command.files.length)
  const taken = new Set<string>()
  let unclear = 0
  for (const file of command.files) {
    try {
      const bytes = await readFile(file)
      const options = command.page ? { page: command.page } : {}
      const { reading, gray } = await reader.readPage(bytes, template, options)
      const path = join(command.outDirectory, freeName(file, taken))
      await writeFile(path, await drawReading(gray, reading, template))
      if (reading.status !== 'ok') unclear++
      progress.step(`${file} → ${path}`)
    } catch (error) {
      unclear++
      progress.step(`${file}：${faultOf(error)}`)
    }
  }
  progress.done(`共 ${command.files.length} 页，图片在 ${command.outDirectory}`)
  return unclear === 0 ? 0 : 1
}

/** Files of the same name from different folders must not overwrite each other. */
function freeName(file: string, taken: Set<string>): string {
  const stem = basename(file, extname(file))
  let name = `${stem}.png`
  for (let i = 2; taken.has(name); i++) name = `${stem}-${i}.png`
  taken.add(name)
  return name
}
