// Packs the scanning station: `npx pnpm station:dist [--os win|linux|mac] [--arch x64|arm64] [--stage-only]`.
// What cannot be fetched is named, and what was prepared stays in artifacts/station.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { nodePackage } from './station-dist/node-package.ts'
import { drawIcon, stageApp } from './station-dist/stage-app.ts'
import { tryApp } from './station-dist/try-app.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const STATION = path.join(ROOT, 'apps/station')
const OUT = path.join(ROOT, 'artifacts/station')
/** Not among the dependencies: 279 packages that nobody else needs. */
const BUILDER = 'electron-builder@26.17.0'
const SYSTEMS = {
  win: { npm: 'win32', program: 'node.exe' },
  linux: { npm: 'linux', program: 'node' },
  mac: { npm: 'darwin', program: 'node' },
} as const

const { values } = parseArgs({
  options: {
    os: {
      type: 'string',
      default: { win32: 'win', darwin: 'mac' }[process.platform as string] ?? 'linux',
    },
    arch: { type: 'string', default: process.arch },
    'stage-only': { type: 'boolean', default: false },
  },
})
const os = values.os as keyof typeof SYSTEMS
const { arch } = values
if (!(os in SYSTEMS) || !['x64', 'arm64'].includes(arch)) {
  console.error(
    '用法：npx pnpm station:dist [--os win|linux|mac] [--arch x64|arm64] [--stage-only]',
  )
  process.exit(2)
}
const system = SYSTEMS[os]

run(
  process.execPath,
  ['../../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'],
  STATION,
)
const preload = ['build', '--logLevel', 'error', '--config', 'vite.preload.config.ts']
run(process.execPath, ['../../node_modules/vite/bin/vite.js', ...preload], STATION)
const app = path.join(OUT, 'app')
await stageApp(app)
await drawIcon(path.join(OUT, 'build'))
install(app, arch, [])
if (system.npm === process.platform && arch === process.arch) tryApp(app)
await makeHost(arch)
if (os === 'win') await makeHost('ia32')
await cp(path.join(STATION, 'package/electron-builder.yml'), path.join(OUT, 'electron-builder.yml'))
console.log(`已准备好：${path.relative(ROOT, app)}（${os} ${arch}）`)

if (values['stage-only']) process.exit(0)
const electron = (
  createRequire(path.join(STATION, 'package.json'))('electron/package.json') as { version: string }
).version
const builder = spawnSync(
  'npx',
  [
    '--yes',
    BUILDER,
    `--${os}`,
    `--${arch}`,
    '--config',
    'electron-builder.yml',
    '--publish',
    'never',
    `-c.electronVersion=${electron}`,
  ],
  { cwd: OUT, encoding: 'utf8', env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' } },
)
if (builder.status === 0) {
  console.log(`安装包在 ${path.relative(ROOT, path.join(OUT, 'release'))}`)
  process.exit(0)
}
const output = `${builder.stdout}\n${builder.stderr}`
console.error(output.split('\n').slice(-15).join('\n'))
if (
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|fetch failed|getaddrinfo|cannot resolve|github\.com|status code/i.test(
    output,
  )
)
  console.error(
    `没有打成安装包：缺 Electron ${electron}（${os}-${arch}）的程序文件，要从 github.com 下载，这台电脑连不上。\n` +
      '请在能联网的电脑上运行，或设置 ELECTRON_MIRROR 指向内部镜像（目录结构同 GitHub 发布页）后重试。\n' +
      `其余已经备好：${path.relative(ROOT, OUT)}`,
  )
else console.error('没有打成安装包，原因见上。')
process.exit(1)

/** What runs scanner drivers: a Node of its own and the bridge as plain JavaScript. */
async function makeHost(cpu: string): Promise<void> {
  const folder = path.join(OUT, 'hosts', `${os}-${cpu}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  run(process.execPath, ['native/scanner-bridge/src/tools/build-host.ts', folder], ROOT)
  const { name, version } = nodePackage(os, cpu)
  install(folder, cpu, [`${name}@${version}`, 'koffi@3.3.4'])
  const node = path.join(folder, 'node_modules', name, 'bin', system.program)
  if (!existsSync(node)) throw new Error(`${name}@${version} carries no ${system.program}`)
  await cp(node, path.join(folder, system.program))
  await rm(path.join(folder, 'node_modules', name), { recursive: true })
}

/** Packages for the target's system, whatever system this is. */
function install(folder: string, cpu: string, packages: string[]): void {
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  const target = [`--os=${system.npm}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])]
  run(
    'npm',
    [
      'install',
      '--force',
      '--loglevel=error',
      ...flags,
      ...target,
      '--prefix',
      folder,
      ...packages,
    ],
    folder,
  )
}

function run(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
