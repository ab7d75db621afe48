// Makes sheets with known answers, reads them and counts what came out: `npx pnpm corpus --sheets 500`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEGRADATION_NAMES } from '@hengjuan/scan-simulator'
import type { CorpusOrder, Mode } from './plan.ts'
import { cellCount } from './plan.ts'
import { runCorpus } from './run-corpus.ts'

const HELP = `用法：npx pnpm corpus [选项]

  --mode ordinary|marked|stress|extreme
                                   日常（默认）、先阅后扫的答题卡、压力（27 种劣化与各劣化的强度 1、2）、
                                   极端（强度 3 与两两相叠）
  --degradation 名称 --strength n  只用一种劣化，强度 0 到 3
  --seed 文本                      种子，默认 hengjuan
  --sheets n                       张数；压力与极端模式下为每格的张数
  --from a --to b                  只做编号 a 到 b（不含）的张，可分段重做
  --workers n                      工作线程数，默认每核一个
  --out 文件夹                     写入 result.json
  --keep silent|rejected|all       把相应的扫描图连同真值、模板和识别结果存到 --out 文件夹

退出码：0 没有未提示的错误，程序也没有出错；1 有；2 参数不对。
`

const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'ordinary' },
    degradation: { type: 'string' },
    strength: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'hengjuan' },
    sheets: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    workers: { type: 'string' },
    out: { type: 'string' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const MODES: readonly string[] = ['ordinary', 'marked', 'stress', 'extreme'] satisfies Mode[]
const KEEPS = ['silent', 'rejected', 'all'] as const
const name = DEGRADATION_NAMES.find((known) => known === values.degradation)
const which = KEEPS.find((kind) => kind === values.keep)
const faults = [
  !MODES.includes(values.mode) && `没有模式 ${values.mode}`,
  values.degradation !== undefined &&
    !name &&
    `没有劣化 ${values.degradation}，可用：${DEGRADATION_NAMES.join(' ')}`,
  values.keep !== undefined && !which && `--keep 只能是 ${KEEPS.join('、')}`,
  which && !values.out && '--keep 需要 --out',
].filter((fault) => typeof fault === 'string')
if (values.help || faults.length > 0) {
  console.error(faults.length > 0 ? `${faults.join('\n')}\n\n${HELP}` : HELP)
  process.exit(values.help ? 0 : 2)
}

const order: CorpusOrder = {
  mode: name ? 'single' : (values.mode as Mode),
  seed: values.seed,
  degradation: name ? { name, strength: Number(values.strength) } : null,
}
const isByCell = order.mode === 'stress' || order.mode === 'extreme'
const sheets = Number(values.sheets ?? (isByCell ? 10 : 100)) * (isByCell ? cellCount(order) : 1)
const from = Number(values.from ?? 0)
const to = Number(values.to ?? from + sheets)
const every = Math.max(1, Math.round((to - from) / 50))

const result = await runCorpus({
  order,
  from,
  to,
  workers: Number(values.workers ?? availableParallelism()),
  keep: which && values.out ? { folder: values.out, which } : null,
  progress(done, { total, seconds }) {
    if (done % every !== 0 && done !== to - from) return
    const { rss } = process.memoryUsage()
    const { silent, flaggedNeedlessly, rejected } = total
    const line = { done, of: to - from, seconds, silent, flaggedNeedlessly, rejected }
    console.log(JSON.stringify({ ...line, megabytes: Math.round(rss / 2 ** 20) }))
  },
})
if (values.out) {
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, 'result.json'), `${JSON.stringify(result, null, 1)}\n`)
}
const again = name ? `--degradation ${name} --strength ${values.strength}` : `--mode ${order.mode}`
const command = (index: number) =>
  `npx pnpm corpus ${again} --seed ${order.seed} --from ${index} --to ${index + 1} --keep all --out artifacts/corpus`
for (const error of result.silentErrors)
  console.log(JSON.stringify({ silent: error, command: command(error.index) }))
for (const crash of result.crashes)
  console.log(JSON.stringify({ crash, command: command(crash.index) }))
const { total, cpuMsPerPage, engine } = result
console.log(
  JSON.stringify({
    engine,
    ...total,
    needlessShare: total.clear > 0 ? total.flaggedNeedlessly / total.clear : 0,
    cpuMsPerPage,
  }),
)
process.exitCode = total.silent + total.crashed > 0 ? 1 : 0
