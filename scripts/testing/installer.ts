import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALL_TIMEOUT_MS = 15 * 60_000
/** A mirror that does not answer is given up after this, seconds. */
const MIRROR_TIMEOUT = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1']
/** Stages that run beside each other may install at the same time; seconds. */
const ONE_BY_ONE = ['-o', 'DPkg::Lock::Timeout=300']

/**
 * Installs Debian packages without what they merely recommend.
 *
 * @param label what is installed, for the person who waits
 * @throws Error where there is no apt-get or nobody is root, or with the last words of apt-get
 */
export async function installFromDebian(label: string, packages: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('apt-get: 需要 root 权限的 Debian 或 Ubuntu')
  }
  const apt = (title: string, ...args: string[]) =>
    runInstaller(title, 'apt-get', [...MIRROR_TIMEOUT, ...ONE_BY_ONE, '-q', ...args], {
      DEBIAN_FRONTEND: 'noninteractive',
      // No package starts a service: invoke-rc.d takes the machine for one that is being mended.
      RUNLEVEL: '1',
    })
  const install = () => apt(`安装${label}`, 'install', '-y', '--no-install-recommends', ...packages)
  // Lists that were fetched for another package minutes ago need not be fetched again.
  await install().catch(async () => {
    await apt(`安装${label}：更新软件包列表`, 'update')
    await install()
  })
}

/** Runs an installer; its output is shown when it fails, the seconds while it works. */
export async function runInstaller(
  label: string,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  process.stderr.write(`${label} …\n`)
  const sign = setInterval(() => process.stderr.write(`${label} …  ${seconds()} 秒\n`), 10_000)
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(command, args, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: INSTALL_TIMEOUT_MS,
      })
      let output = ''
      const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000))
      child.stdout.on('data', keep)
      child.stderr.on('data', keep)
      child.once('error', reject)
      child.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`${command} (${code})\n${output}`)),
      )
    })
    process.stderr.write(`${label}  完成，${seconds()} 秒\n`)
  } finally {
    clearInterval(sign)
  }
}
