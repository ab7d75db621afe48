import path from 'node:path'

/** One program to run. A `tool` speaks only when it fails; the others show what they do. */
export type Command =
  | {
      readonly kind: 'tool'
      readonly args: readonly string[]
      readonly env?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'live'; readonly args: readonly string[] }
  | { readonly kind: 'tests'; readonly project: string }

export type Stage = {
  readonly name: string
  /** What it proves, for the table. */
  readonly title: string
  readonly commands: readonly Command[]
  /** Neighbours of the same name run at once: each of them alone leaves processors idle. */
  readonly together?: string
  /** Of those that run at once, stages of the same lane run one after the other. */
  readonly lane?: string
  /** How far its programs and tests give way to what runs beside them, as of `nice`. */
  readonly niceness?: number
}

const inModules = (file: string) => path.join('node_modules', file)
const tool = (script: string, ...args: string[]) => ({
  kind: 'tool' as const,
  args: [inModules(script), ...args],
})
const tests = (project: string): Command => ({ kind: 'tests', project })
/** Beside a pass of one thread that takes as long as all the tests: it must not wait for them. */
const BESIDE_TYPES = 5
/**
 * Beside the pages, which take longest: they leave a quarter of two processors idle while their school is prepared, and
 * some of them all the time (docs/decisions/0109-two-lanes.md).
 */
const BESIDE_PAGES = { together: 'programs', lane: 'machines', niceness: 3 } as const
const PAGES = { together: 'programs', lane: 'pages' } as const
/** Web pages and the station's renderer, built when their sources changed. */
const build: Command = { kind: 'live', args: ['scripts/bootstrap.mjs', 'build'] }

/** All stages, fast first: a slip in the sources shows before a browser starts. */
export const STAGES: readonly Stage[] = [
  {
    name: 'format',
    title: '代码格式 (oxfmt)',
    commands: [tool('oxfmt/bin/oxfmt', '--check', '.')],
  },
  {
    name: 'unit',
    title: '单元测试',
    commands: [tests('unit')],
    together: 'sources',
    niceness: BESIDE_TYPES,
  },
  {
    // The rules need the types anyway: one pass tells of both, in two thirds of the time of two.
    name: 'lint',
    title: '类型与静态检查 (oxlint)',
    commands: [
      // Several threads would each work out most types for themselves; the other cores have tests to run. Go looks
      // through memory less often than by itself: a twelfth less processor time for a twelfth more memory.
      {
        ...tool('oxlint/bin/oxlint', '--type-check'),
        env: { GOMAXPROCS: '1', GOGC: '400' },
      },
    ],
    together: 'sources',
  },
  {
    name: 'boundaries',
    title: '包之间的依赖 (dependency-cruiser)',
    commands: [
      tool(
        'dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config=.dependency-cruiser.mjs',
        'apps',
        'packages',
        'native',
        'bench',
        'scripts',
        'research',
      ),
    ],
    together: 'sources',
  },
  {
    name: 'dead-code',
    title: '无用代码 (knip)',
    commands: [tool('knip/bin/knip.js')],
    together: 'sources',
  },
  {
    name: 'database',
    title: '数据库测试 (SQLite, PostgreSQL)',
    commands: [tests('database')],
    together: 'sources',
    niceness: BESIDE_TYPES,
  },
  { name: 'api', title: '接口测试', commands: [tests('api')], ...PAGES },
  { name: 'scan', title: '识别测试 (test-scans)', commands: [tests('scan')], ...BESIDE_PAGES },
  {
    name: 'browser',
    title: '浏览器测试 (Chromium)',
    commands: [
      build,
      { kind: 'live', args: ['scripts/testing/prefer-shell.ts'] },
      tests('browser'),
    ],
    ...PAGES,
  },
  { name: 'fault', title: '断电与断网测试', commands: [tests('fault')], ...BESIDE_PAGES },
  {
    name: 'demo',
    title: '整场考试演示',
    ...BESIDE_PAGES,
    // Every step and fault of the demonstration, with one of its two exams and a quarter of its students.
    commands: [
      {
        kind: 'live',
        args: [
          'scripts/demo.ts',
          '--headless',
          '--json',
          '--faults',
          '--students',
          '20',
          '--exams',
          '1',
        ],
      },
    ],
  },
]

/** Stages in the order in which they run; those of one group run at once. */
export function groupsOf(stages: readonly Stage[]): readonly (readonly Stage[])[] {
  const groups: Stage[][] = []
  for (const stage of stages) {
    const last = groups.at(-1)
    if (last && stage.together !== undefined && last[0]?.together === stage.together)
      last.push(stage)
    else groups.push([stage])
  }
  return groups
}

export type CheckOptions = {
  readonly stages: readonly Stage[]
  readonly keepGoing: boolean
  readonly list: boolean
}

/**
 * Reads the command line of `scripts/check.ts`.
 *
 * @throws Error with a sentence for the person at the keyboard
 */
export function parseCheckArguments(args: readonly string[]): CheckOptions {
  let only: string[] | undefined
  let keepGoing = false
  let list = false
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--keep-going') keepGoing = true
    else if (argument === '--list') list = true
    else if (argument === '--only') only = namesIn(rest.shift())
    else if (argument.startsWith('--only=')) only = namesIn(argument.slice('--only='.length))
    else throw new Error(`不认识的参数 ${argument}。可用：--only <阶段,…>、--keep-going、--list`)
  }
  const wanted = only
  const stages = wanted ? STAGES.filter(({ name }) => wanted.includes(name)) : STAGES
  return { stages, keepGoing, list }
}

function namesIn(text: string | undefined): string[] {
  const known = STAGES.map(({ name }) => name)
  const names = (text ?? '').split(',').filter((name) => name !== '')
  if (names.length === 0) throw new Error(`--only 后面要写阶段名：${known.join('、')}`)
  for (const name of names) {
    if (!known.includes(name)) throw new Error(`没有阶段 ${name}。可用的阶段：${known.join('、')}`)
  }
  return names
}
