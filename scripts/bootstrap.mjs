// @ts-check
// What `npm start`, `npm test` and `npm run demo` call on a machine that has nothing but Node.js
// and npm: installs, builds what changed, then hands over to the Node.js 24 that was installed.
// Plain JavaScript without a dependency, because it runs before any is there.
import { spawn } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeTooOld, SetupFailure } from './bootstrap/failure.mjs'
import { step } from './bootstrap/progress.mjs'
import { runTool } from './bootstrap/run-tool.mjs'
import {
  hashInputs,
  neededFolders,
  stampMatches,
  workspaceFolders,
  writeStamp,
} from './bootstrap/stamp.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const PNPM = 'pnpm@12.21.0'
/** node_modules, the package store and the builds, with room to spare. */
const NEEDED_BYTES = 2 * 1024 ** 3

/** What each verb runs in the end; `build` stops before that. */
const TARGETS = {
  start: ['scripts/start.ts'],
  test: ['scripts/check.ts'],
  demo: ['scripts/demo.ts'],
  build: [],
}

const APPS = [
  { folder: 'apps/web', title: '构建网页' },
  { folder: 'apps/station', title: '构建扫描端界面' },
]

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupFailure)) throw error
  process.stderr.write(`\n✗ ${error.message}\n`)
  process.exitCode ||= 1
}

/**
 * @param {string[]} args the verb, then what is passed through
 * @returns {Promise<number>} exit code
 */
async function main([verb = '', ...rest]) {
  const old = nodeTooOld(process.versions.node)
  if (old !== undefined) throw new SetupFailure(old)
  const target = Object.entries(TARGETS).find(([name]) => name === verb)?.[1]
  if (target === undefined) {
    throw new SetupFailure(`用法：node scripts/bootstrap.mjs <${Object.keys(TARGETS).join('|')}>`)
  }
  const todo = [installation(), ...APPS.map(build)]
  for (const [index, { title, upToDate, run }] of todo.entries()) {
    if (upToDate()) continue
    await step(`[${index + 1}/${todo.length}] ${title}`, run)
  }
  return target.length === 0 ? 0 : handOver([...target, ...rest])
}

/** The Node.js 24 that npm's `node` package carries. */
function modernNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return path.join(ROOT, 'node_modules', 'node', 'bin', name)
}

function installation() {
  const stamp = path.join(ROOT, 'node_modules', '.hengjuan', 'installed')
  const inputs = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']
  // The same checkout may be shared between systems, each with binaries of its own.
  const hash = () => `${hashInputs(ROOT, inputs)} ${process.platform}-${process.arch}`
  return {
    title: '安装依赖',
    upToDate: () => existsSync(modernNode()) && stampMatches(stamp, hash()),
    run: async (/** @type {(text: string) => void} */ detail) => {
      const disk = statfsSync(ROOT)
      const free = disk.bavail * disk.bsize
      if (!existsSync(modernNode()) && free < NEEDED_BYTES) {
        const gigabytes = (bytes = 0) => (bytes / 1024 ** 3).toFixed(1)
        throw new SetupFailure(
          `磁盘空间不足：安装需要 ${gigabytes(NEEDED_BYTES)} GB，当前可用 ${gigabytes(free)} GB。请清理后重试。`,
        )
      }
      detail('正在下载安装工具')
      await runTool(
        '安装依赖',
        'npx',
        ['-y', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only'],
        {
          cwd: ROOT,
          // CI: never asks a question. The level: npm's own is silent here, see .npmrc.
          // A registry that does not answer is reported after some 15 seconds, not after 70.
          env: {
            CI: 'true',
            npm_config_loglevel: 'error',
            npm_config_fetch_retry_mintimeout: '2000',
            npm_config_fetch_retry_maxtimeout: '10000',
          },
          onOutput: (text) => {
            const counts = /.*resolved (\d+).*added (\d+)/s.exec(text)
            if (counts) detail(`已安装 ${counts[2]} / ${counts[1]} 个包`)
          },
        },
      )
      if (!existsSync(modernNode())) {
        throw new SetupFailure('安装后没有找到 Node.js 24。请删除 node_modules 后重新运行。')
      }
      writeStamp(stamp, hash())
    },
  }
}

/** @param {{ folder: string, title: string }} app */
function build({ folder, title }) {
  const output = path.join(ROOT, folder, 'dist')
  const stamp = path.join(output, '.source-hash')
  const config = `${folder}/vite.config.ts`
  const hash = () => {
    const folders = neededFolders(ROOT, folder, workspaceFolders(ROOT))
    return hashInputs(ROOT, [...folders, 'pnpm-lock.yaml', 'tsconfig.base.json'])
  }
  return {
    title,
    upToDate: () => !existsSync(path.join(ROOT, config)) || stampMatches(stamp, hash()),
    run: async () => {
      const before = hash()
      const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
      await runTool(title, modernNode(), [vite, 'build', '--logLevel', 'warn'], {
        cwd: path.join(ROOT, folder),
        env: { NODE_ENV: 'production' },
      })
      writeStamp(stamp, before)
    },
  }
}

/** TypeScript is stripped and compiled once, not again by every process that is started. */
function withCompileCache() {
  const folder = path.join(ROOT, 'node_modules', '.hengjuan', 'compiled')
  return { NODE_COMPILE_CACHE: folder, ...process.env }
}

/**
 * Runs the program itself and ends as it ends.
 *
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function handOver(args) {
  const child = spawn(modernNode(), args, { cwd: ROOT, stdio: 'inherit', env: withCompileCache() })
  // Ctrl-C in a terminal reaches the child by itself; a second copy would cut its shutdown short.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  // npm's own shell passes no signal on: when it is gone, nobody waits for the child any more.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
