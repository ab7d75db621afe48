import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createReader } from '../reader/reader.ts'
import type { Command, CommandLine } from './arguments.ts'
import { drawReading } from './draw-reading.ts'
import { faultOf } from './fault.ts'
import { PictureNames } from './picture-names.ts'
import { picturePages } from './picture-pages.ts'
import { Progress } from './progress.ts'
import { readTemplateFile } from './template-file.ts'

/** Draws each page's reading over the scan. */
export const drawCommand: Command = {
  name: 'draw',
  options: ['template', 'out', 'page'],
  help: `用法：
  npx pnpm omr draw --template 模板.json [--out 目录] [--page 页码] 图片...

把识别结果画在图上：定位点、填涂框和判读、题块、存疑原因。每页一个 PNG。

选项：
  --template 文件   答题卡模板，格式见 docs/omr-template.md
  --out 目录        图片放在哪里，默认 omr-drawings
  --page 页码       已知图片都是第几页时给出；不给则自动判断

退出码：0 全部没有存疑；1 有存疑、拒识或打不开的页；2 命令或模板有误
`,
  run: runDraw,
}

async function runDraw(line: CommandLine): Promise<number> {
  const files = line.pictures()
  const page = line.positive('page')
  const template = await readTemplateFile(line.required('template', '答题卡模板文件'))
  const directory = line.text('out') ?? 'omr-drawings'
  const pages = await picturePages(files)
  await mkdir(directory, { recursive: true })
  const reader = createReader()
  const progress = new Progress(pages.length)
  const names = new PictureNames()
  let unclear = 0
  for (const picture of pages) {
    try {
      const { reading, gray } = await reader.readPage(
        await picture.load(),
        template,
        page ? { page } : {},
      )
      const path = join(directory, names.nameFor(picture))
      await writeFile(path, await drawReading(gray, reading, template))
      if (reading.status !== 'ok') unclear++
      progress.step(`${picture.title} → ${path}`)
    } catch (error) {
      unclear++
      progress.step(`${picture.title}：${faultOf(error)}`)
    }
  }
  progress.done(`共 ${pages.length} 页，图片在 ${directory}`)
  return unclear === 0 ? 0 : 1
}
