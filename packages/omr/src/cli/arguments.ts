/** A mistake in the command line; `message` is Chinese. */
export class UsageError extends Error {}

export interface ReadCommand {
  kind: 'read'
  templatePath: string
  outPath: string | null
  page: number | undefined
  workers: number | undefined
  files: string[]
}

export interface DrawCommand {
  kind: 'draw'
  templatePath: string
  outDirectory: string
  page: number | undefined
  files: string[]
}

export type Command = ReadCommand | DrawCommand | { kind: 'help' }

export const helpText = `衡卷 答题卡识别

用法：
  npx pnpm omr read --template 模板.json [--out 结果.jsonl] [--page 页码] [--workers 数量] 图片...
  npx pnpm omr draw --template 模板.json [--out 目录] [--page 页码] 图片...
  npx pnpm omr --help

命令：
  read   识别图片，每页输出一行 JSON（不给 --out 时输出到屏幕）
  draw   把识别结果画在图上（定位点、填涂框、题块、存疑原因），每页一个 PNG

选项：
  --template 文件   答题卡模板，格式见 docs/omr-template.md
  --out 路径        read 的结果文件，或 draw 的输出目录（默认 omr-drawings）
  --page 页码       已知图片都是第几页时给出；不给则自动判断
  --workers 数量    read 使用的线程数，默认等于处理器核数
  --help            显示本说明

图片可以是 JPEG、PNG、TIFF、WebP。坏文件只影响自己，其余照常处理。

退出码：
  0  全部识别，没有存疑
  1  处理完毕，但有存疑、拒识或打不开的页（明细见结果和屏幕提示）
  2  命令写错，或模板有误
`

/** Reads the command line. @throws UsageError */
export function parseArguments(argv: readonly string[]): Command {
  const [name, ...rest] = argv
  if (!name || argv.includes('--help') || argv.includes('-h') || name === 'help') {
    return { kind: 'help' }
  }
  if (name !== 'read' && name !== 'draw') {
    throw new UsageError(`没有“${name}”这个命令，可用的是 read 和 draw`)
  }
  const { options, files } = split(
    rest,
    name === 'read' ? ['template', 'out', 'page', 'workers'] : ['template', 'out', 'page'],
  )
  const templatePath = options.get('template')
  if (!templatePath) throw new UsageError('缺少 --template，请指定答题卡模板文件')
  if (files.length === 0) throw new UsageError('没有给出图片文件')
  const page = positive(options.get('page'), '--page')
  const out = options.get('out')
  if (name === 'draw') {
    return { kind: 'draw', templatePath, outDirectory: out ?? 'omr-drawings', page, files }
  }
  const workers = positive(options.get('workers'), '--workers')
  return { kind: 'read', templatePath, outPath: out ?? null, page, workers, files }
}

function split(rest: readonly string[], allowed: readonly string[]) {
  const options = new Map<string, string>()
  const files: string[] = []
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!
    if (!word.startsWith('--')) {
      files.push(word)
      continue
    }
    const [key = '', inline] = word.slice(2).split('=', 2)
    if (!allowed.includes(key)) throw new UsageError(`不认识的选项 ${word}`)
    const value = inline ?? rest[++i]
    if (value === undefined) throw new UsageError(`选项 --${key} 后面缺少值`)
    options.set(key, value)
  }
  return { options, files }
}

function positive(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`${name} 应为正整数，现在是 ${text}`)
  return value
}
